import { readFileSync } from "node:fs";
import type { ShellBackend } from "../../src/domain/shell-backend.ts";
import { createDockerBackend } from "../../src/tools/backends/docker-backend.ts";
import type { ContainerEngine } from "./container-engine.ts";

const ownerOf = ({ env }: ContainerEngine): string => `tests with ${env["CONTAINERS_CONF"] ?? ""}`;

/** One container for all tests of a file; what they share with it has the same paths inside. */
export function sharedContainer(engine: ContainerEngine, variables: Readonly<Record<string, string>>): ShellBackend {
  const { image, env, shared } = engine;
  const settings = { image, volumes: [`${shared}:${shared}`], network: false, extraArgs: [], mountedFolder: null };
  const limits = { env: variables, hostUser: null, cpus: 1, memoryMb: 512 };
  return createDockerBackend({ settings: { ...settings, ...limits }, owner: ownerOf(engine), persistent: true, env });
}

export function idOfShared(engine: ContainerEngine): string {
  return engine.podman("ps", "-q", "--filter", `label=hermes.owner=${ownerOf(engine)}`).trim();
}

/** Whether the process runs whose number, which is one of the container's own, stands in that file. */
export function runsInside(engine: ContainerEngine, file: string): boolean {
  const status = `/proc/${readFileSync(file, "utf8")}/status`;
  const said = engine.podman("exec", idOfShared(engine), "sh", "-c", `cat ${status} 2>/dev/null || echo gone`);
  return said.trim() !== "gone" && !/^State:\s*[ZX]/m.test(said);
}

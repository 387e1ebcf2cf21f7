import type { ShellBackend } from "../../domain/shell-backend.ts";
import { startAway } from "./away-program.ts";
import { isApart } from "./docker-arguments.ts";
import { type Container, type ContainerDeps, openContainer, removeContainer } from "./docker-container.ts";

const failure = 125; // docker's own; the program's codes come through as they are

/** Programs in a container, found or made when the first of them starts. */
export function createDockerBackend(deps: ContainerDeps): ShellBackend {
  let opening: Promise<Container> | null = null;
  const open = async (): Promise<Container> => {
    const container = await (opening ??= openContainer(deps));
    if (container.kind === "problem") opening = null; // the next command tries again
    return container;
  };
  return {
    name: "docker",
    isolation: isApart(deps.settings) ? "container" : "none",
    start: async (program) => {
      const container = await open();
      if (container.kind === "problem") return { kind: "not-started", why: container.why };
      const { program: docker, id } = container;
      const started = await startAway(program, {
        argv: (script, terminal) => [docker, "exec", terminal ? "-it" : "-i", id, "sh", "-c", script],
        env: deps.env,
        failure,
      });
      if (started.kind === "not-started") opening = null; // it may have been stopped or removed: look again
      return started;
    },
    close: async () => {
      const container = await opening;
      if (container?.kind !== "container" || deps.persistent) return;
      await removeContainer(container.program, container.id, deps.env);
      opening = null;
    },
  };
}

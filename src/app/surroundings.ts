import { existsSync, readFileSync } from "node:fs";
import { release } from "node:os";
import type { CommandContext } from "../commands/command.ts";
import type { Surroundings } from "../prompt/layer.ts";

type Place = Pick<Surroundings, "home" | "cwd" | "shell" | "operatorHint"> & {
  /** Asked when a prompt is made, and only then: finding out may start a program. */
  readonly backendName: () => string;
};

/** What is known about this machine without asking it anything that could take time. */
export function localSurroundings({ backendName, ...place }: Place, env: CommandContext["env"]): Surroundings {
  const { platform } = process;
  const kernel = platform === "linux" ? read("/proc/version").toLowerCase() : "";
  const signs = {
    wsl: kernel.includes("microsoft"),
    windows: platform === "win32",
    termux: env["TERMUX_VERSION"] !== undefined || (env["PREFIX"] ?? "").includes("com.termux"),
    container: env["KUBERNETES_SERVICE_HOST"] !== undefined || ["/.dockerenv", "/run/.containerenv"].some(existsSync),
  };
  const traits = (["wsl", "windows", "termux", "container"] as const).filter((trait) => signs[trait]);
  return {
    ...place,
    get backend() {
      return backendName();
    },
    os: `${platform} ${release()}`,
    traits,
    probe: null,
  };
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // another system keeps it elsewhere, or not at all
  }
}

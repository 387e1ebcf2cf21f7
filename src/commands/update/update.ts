import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { updatePhrases as say } from "../../text/phrases/update.ts";
import type { CommandRun } from "../command.ts";

export type Installation = "source" | "global" | "project";

/** `folder` is where the program's own package lies. */
export function update(folder: string): CommandRun {
  return async ({ terminal, context }) => {
    const lines = [
      say.version(context.version),
      say.place(folder),
      say.how[installationOf(folder)],
      say.afterwards,
      say.noRequest,
    ];
    terminal.out(`${lines.join("\n")}\n`);
    return 0;
  };
}

/** By what stands around it: a checkout has its history, a project has a package.json above node_modules. */
export function installationOf(folder: string): Installation {
  if (existsSync(join(folder, ".git"))) return "source";
  const above = dirname(dirname(folder));
  return existsSync(join(above, "package.json")) ? "project" : "global";
}

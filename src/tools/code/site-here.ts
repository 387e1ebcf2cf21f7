import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeEnvironment } from "./code-environment.ts";
import type { createInterpreters } from "./interpreter.ts";
import { commandLine, programFiles } from "./program-files.ts";
import type { ProgramPlan, ProgramSite } from "./program-site.ts";
import { serveTools } from "./rpc-server.ts";

type Here = {
  /** The folder that programs and we see under one path. */
  readonly below: string;
  readonly interpreters: ReturnType<typeof createInterpreters>;
  readonly roots: readonly string[];
};

const never = new Promise<never>(() => undefined);

/** Programs of this machine, or behind walls on it: their calls come through a socket in their folder. */
export function siteHere({ below, interpreters, roots }: Here): ProgramSite {
  return async (plan) => {
    const { wanted, strict, shell } = plan;
    const interpreter = await interpreters.find({ wanted, strict, shell, projects: [shell.cwd, ...roots] });
    if (interpreter === null) {
      return { kind: "problem", message: "No Python 3.8 or newer was found. Write the program in JavaScript." };
    }
    const folder = layOut(below, programFiles(plan, interpreter.language, "socket"));
    const server = await serveTools(join(folder, "tools.sock"), plan.token, plan.answer);
    const close = async (): Promise<null> => {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
      return null;
    };
    return {
      kind: "open",
      folder,
      run: { argv: commandLine(interpreter, folder), ...surroundings(plan, folder), ended: never, broken: never },
      close,
      [Symbol.asyncDispose]: async () => void (await close()),
    };
  };
}

function surroundings({ strict, shell, passthrough }: ProgramPlan, folder: string) {
  const modules = strict ? [folder] : [folder, shell.cwd];
  return { cwd: strict ? folder : shell.cwd, env: codeEnvironment(shell.env, { passthrough, strict, modules }) };
}

/** In a folder nobody else can enter. */
function layOut(below: string, files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(below, "hermes-code-")));
  chmodSync(folder, 0o700);
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text, { mode: 0o600, flag: "wx" });
  }
  return folder;
}

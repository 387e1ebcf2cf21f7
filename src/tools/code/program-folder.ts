import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { javascriptHooks, javascriptModule } from "./javascript-module.ts";
import { pythonModule } from "./python-module.ts";

export type Language = "python" | "javascript";

export type ProgramFolder = Disposable & {
  readonly path: string;
  readonly script: string;
  readonly socket: string;
  /** Loaded before a JavaScript program. */
  readonly hooks: string;
};

export type ProgramParts = {
  readonly code: string;
  readonly language: Language;
  readonly token: string;
  readonly tools: Readonly<Record<string, readonly string[]>>;
  /** Where imports of the program start; null: in its own folder. */
  readonly cwd: string | null;
};

/** All a program needs, in a folder nobody else can enter and that is gone when it has ended. */
export function createProgramFolder(below: string, parts: ProgramParts): ProgramFolder {
  const { code, language, token, tools } = parts;
  const path = realpathSync(mkdtempSync(join(below, "hermes-code-")));
  chmodSync(path, 0o700);
  const write = (name: string, text: string): string => {
    writeFileSync(join(path, name), text, { mode: 0o600, flag: "wx" });
    return join(path, name);
  };
  const script = write(language === "python" ? "script.py" : "script.mjs", code);
  const socket = join(path, "tools.sock");
  const base = pathToFileURL(parts.cwd === null ? script : `${parts.cwd}${sep}script.mjs`).href;
  write("connection.json", JSON.stringify({ socket, token, tools, script: pathToFileURL(script).href, base }));
  if (language === "python") write("hermes_tools.py", pythonModule);
  else write("hermes-tools.mjs", javascriptModule(Object.keys(tools)));
  const hooks = language === "python" ? "" : write("hooks.mjs", javascriptHooks);
  return { path, script, socket, hooks, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

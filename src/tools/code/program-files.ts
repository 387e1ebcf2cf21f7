import { javascriptFiles } from "./javascript-module.ts";
import { pythonModule } from "./python-module.ts";

export type Language = "python" | "javascript";

/** How calls travel out of the program's folder: through a socket in it, or through files. */
export type Way = "socket" | "mailbox";

export type ProgramParts = {
  readonly code: string;
  readonly token: string;
  readonly tools: Readonly<Record<string, readonly string[]>>;
};

/** All that stands in a program's folder, by name; nothing in it depends on where the folder is. */
export function programFiles({ code, token, tools }: ProgramParts, language: Language, way: Way): Files {
  const connection = { "connection.json": JSON.stringify({ token, tools }) };
  if (language === "python") return { ...connection, "script.py": code, "hermes_tools.py": pythonModule(way) };
  return { ...connection, "script.mjs": code, ...javascriptFiles(Object.keys(tools), way) };
}

type Files = Readonly<Record<string, string>>;

export type Interpreter = { readonly language: Language; readonly program: string };

/** Unbuffered, so that what was printed before a stop is not lost with it. */
export function commandLine({ language, program }: Interpreter, folder: string): readonly [string, ...string[]] {
  if (language === "python") return [program, "-u", `${folder}/script.py`];
  return [program, "--no-warnings", "--import", `${folder}/hooks.mjs`, `${folder}/script.mjs`];
}

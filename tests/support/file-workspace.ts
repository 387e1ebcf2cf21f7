import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { systemClock } from "../../src/app/system-clock.ts";
import { contentOf } from "../../src/domain/outcome.ts";
import type { Tool, ToolContext } from "../../src/domain/tool.ts";
import { redactSecrets } from "../../src/safety/redact.ts";
import { createFileMemory } from "../../src/tools/files/file-memory.ts";
import { createSyntaxCheck } from "../../src/tools/files/lint/syntax-check.ts";
import { createPatchTool } from "../../src/tools/files/patch/patch-tool.ts";
import { createReadFileTool } from "../../src/tools/files/read-file.ts";
import { createWriteFileTool } from "../../src/tools/files/write-file.ts";
import { toolContext } from "./tool-context.ts";

type Args = Readonly<Record<string, unknown>>;

/** The file tools over a real folder in which everything is allowed that no rule forbids. */
export function fileWorkspace(files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "hermes-files-")));
  const [cwd, home] = [join(base, "work"), join(base, "home")];
  mkdirSync(home);
  mkdirSync(cwd);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), content);
  }
  const memory = createFileMemory();
  const paths = { userHome: home, hermesHome: join(home, ".hermes"), roots: [cwd], safeRoots: [] };
  const syntax = createSyntaxCheck({ env: { PATH: process.env["PATH"] }, clock: systemClock });
  const deps = { paths, memory, redact: (text: string) => redactSecrets(text), syntax };
  const tools = { read: createReadFileTool(deps), write: createWriteFileTool(deps), patch: createPatchTool(deps) };
  const using =
    (tool: Tool) =>
    (args: Args, changes: Partial<ToolContext> = {}) =>
      run(tool, args, toolContext({ cwd, ...changes }));
  return {
    base,
    cwd,
    home,
    memory,
    at: (name: string) => join(cwd, name),
    text: (name: string) => readFileSync(join(cwd, name), "utf8"),
    tool: (name: keyof typeof tools) => tools[name],
    read: using(tools.read),
    write: using(tools.write),
    patch: using(tools.patch),
  };
}

async function run(tool: Tool, args: Args, context: ToolContext): Promise<unknown> {
  const preparation = tool.prepare(args);
  if (preparation.kind === "invalid") return { invalid: preparation.problems };
  const content = contentOf(await preparation.call.run(context));
  return typeof content === "string" ? JSON.parse(content) : content;
}

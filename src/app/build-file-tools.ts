import type { Clock } from "../domain/clock.ts";
import type { Tool } from "../domain/tool.ts";
import type { PathRules } from "../safety/paths.ts";
import type { SiteOf } from "../tools/files/file-site.ts";
import type { FileChanges } from "../tools/files/file-changes.ts";
import { createFileMemory } from "../tools/files/file-memory.ts";
import { createSyntaxCheck } from "../tools/files/lint/syntax-check.ts";
import { createPatchTool } from "../tools/files/patch/patch-tool.ts";
import { createReadFileTool, type ReadLimits } from "../tools/files/read-file.ts";
import { createWriteFileTool } from "../tools/files/write-file.ts";
import { createSearchFilesTool } from "../tools/search/search-files.ts";

type FileToolsRequest = {
  readonly paths: PathRules;
  readonly redact: (text: string) => string;
  /** Known together with parent and children; what was shown is each session's own. */
  readonly changes: FileChanges;
  readonly clock: Clock;
  /** Of programs that check syntax. */
  readonly env: NodeJS.ProcessEnv;
  /** Absent: the files are those of this machine. */
  readonly site?: SiteOf | undefined;
  /** Of one reading of a file. */
  readonly limits?: ReadLimits;
};

type BuiltFileTools = {
  readonly tools: readonly Tool[];
  /** What was read may be read again: the conversation no longer holds it. */
  readonly forgetShown: () => void;
};

export function buildFileTools({ paths, redact, changes, clock, env, site, limits }: FileToolsRequest): BuiltFileTools {
  const memory = createFileMemory(changes);
  const syntax = createSyntaxCheck({ env, clock });
  const deps = {
    paths,
    redact,
    memory,
    syntax,
    ...(limits === undefined ? {} : { limits }),
    ...(site === undefined ? {} : { site }),
  };
  const tools = [
    createReadFileTool(deps),
    createWriteFileTool(deps),
    createPatchTool(deps),
    createSearchFilesTool({ ...deps, clock }),
  ];
  return { tools, forgetShown: memory.forgetShown };
}

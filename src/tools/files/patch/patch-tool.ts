import { defineTool, type Tool } from "../../../domain/tool.ts";
import { orProblem } from "../file-site.ts";
import type { WritingDeps } from "../perform-changes.ts";
import { pathsOf } from "./parse-patch.ts";
import { isPatch, PatchInput } from "./patch-call.ts";

/** Changes parts of files. Replaces a quotation in one, or carries out a patch over several: all of it or nothing. */
export function createPatchTool(deps: WritingDeps): Tool {
  return defineTool({
    name: "patch",
    toolset: "file",
    description: "Change part of a file: replace old_string by new_string. Or change several files by a patch.",
    concurrency: "path-write",
    input: PatchInput,
    paths: (call) => (isPatch(call) ? (pathsOf(call.patch ?? "") ?? []) : [call.path ?? []].flat()),
    preview: (call) => (isPatch(call) ? (pathsOf(call.patch ?? "") ?? []).join(", ") : (call.path ?? "")),
    run: async (call, context) => {
      const { performPatch } = await import("./perform-patch.ts");
      return orProblem(performPatch(call, deps, context));
    },
  });
}

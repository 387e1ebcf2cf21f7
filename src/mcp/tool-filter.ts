import { matchesGlob } from "node:path";

type Filter = { readonly include?: readonly string[] | undefined; readonly exclude?: readonly string[] | undefined };

/** Names or globs. What is included by name counts whatever is excluded. */
export function isWanted(tool: string, { include = [], exclude = [] }: Filter): boolean {
  if (include.length > 0) return include.some((glob) => matches(tool, glob));
  return !exclude.some((glob) => matches(tool, glob));
}

/** Tool names may hold slashes, which a glob must not stop at. */
function matches(tool: string, glob: string): boolean {
  return tool === glob || matchesGlob(tool.replaceAll("/", "\u0001"), glob.replaceAll("/", "\u0001"));
}

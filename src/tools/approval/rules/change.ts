/**
 * What a command does to a place on disk: it is gone afterwards, it has another content if it is there already, or it
 * is a folder that gets files nobody knows the names of. What is built from sources is no text that somebody wrote.
 */
export type Change = { readonly path: string; readonly how: "removed" | "overwritten" | "built" | "filled" };

export type Changes = (args: readonly string[]) => readonly Change[];

export const removed = (paths: readonly string[]): readonly Change[] => paths.map((path) => ({ path, how: "removed" }));
export const overwritten = (paths: readonly string[]): readonly Change[] =>
  paths.map((path) => ({ path, how: "overwritten" }));
export const filled = (paths: readonly string[]): readonly Change[] => paths.map((path) => ({ path, how: "filled" }));

/** The paths that fit what was typed, the likeliest first: by name, then by path, then letter by letter in order. */
export function rankPaths(paths: readonly string[], query: string, most: number): readonly string[] {
  const wanted = query.toLowerCase();
  return paths
    .flatMap((path) => {
      const score = scoreOf(path.toLowerCase(), wanted);
      return score === null ? [] : [{ path, score }];
    })
    .toSorted((a, b) => a.score - b.score || a.path.length - b.path.length || (a.path < b.path ? -1 : 1))
    .slice(0, most)
    .map(({ path }) => path);
}

/** Less is better; null: it does not fit. */
function scoreOf(path: string, wanted: string): number | null {
  if (wanted === "") return path.split("/").length;
  const name = path.slice(path.lastIndexOf("/", path.length - 2) + 1);
  if (path.startsWith(wanted)) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(wanted)) return 2;
  if (path.includes(wanted)) return 3;
  return hasInOrder(path, wanted) ? 4 : null;
}

function hasInOrder(path: string, wanted: string): boolean {
  let at = 0;
  for (const letter of wanted) {
    at = path.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

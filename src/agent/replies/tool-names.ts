/** The tool a model meant by a name that is not in the list, or null when nothing is close enough. */
export function repairName(given: string, known: readonly string[]): string | null {
  for (const guess of guesses(given)) if (known.includes(guess)) return guess;
  return closest(snake(given), known);
}

function* guesses(given: string): Generator<string> {
  const cut = given.replace(/(?<=.)["'<>].*$/s, "");
  yield cut;
  yield snake(cut);
  let name = snake(cut);
  for (let times = 0; times < 2; times++) {
    name = name.replace(/[_-]?tool$/, "");
    yield name;
  }
}

/** `ReadFile`, `Read-File` and `read file` are one name. */
function snake(name: string): string {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replaceAll(/[-\s]+/g, "_")
    .toLowerCase();
}

const closeEnough = 0.7;

function closest(name: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let bestLikeness = closeEnough;
  for (const candidate of known) {
    const likeness = similarity(name, candidate);
    if (likeness >= bestLikeness) [best, bestLikeness] = [candidate, likeness];
  }
  return best;
}

/** Ratcliff and Obershelp: twice the matching characters over all of them. */
function similarity(a: string, b: string): number {
  return a.length + b.length === 0 ? 1 : (2 * matching(a, b)) / (a.length + b.length);
}

function matching(a: string, b: string): number {
  const { at, to, length } = longestCommon(a, b);
  if (length === 0) return 0;
  const before = matching(a.slice(0, at), b.slice(0, to));
  return before + length + matching(a.slice(at + length), b.slice(to + length));
}

function longestCommon(a: string, b: string): { readonly at: number; readonly to: number; readonly length: number } {
  let best = { at: 0, to: 0, length: 0 };
  let ends = new Map<number, number>();
  for (let i = 0; i < a.length; i++) {
    const next = new Map<number, number>();
    for (let j = 0; j < b.length; j++) {
      if (a[i] !== b[j]) continue;
      const length = (ends.get(j - 1) ?? 0) + 1;
      next.set(j, length);
      if (length > best.length) best = { at: i - length + 1, to: j - length + 1, length };
    }
    ends = next;
  }
  return best;
}

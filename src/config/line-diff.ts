/** What changed between two texts, as lines marked `-` and `+`. What both begin and end with is left out. */
export function lineDiff(before: string, after: string): string {
  const [old, current] = [before.split("\n"), after.split("\n")];
  const head = sharedStart(old, current);
  const tail = sharedStart(old.slice(head).toReversed(), current.slice(head).toReversed());
  const removed = old.slice(head, old.length - tail).map((line) => `- ${line}\n`);
  const added = current.slice(head, current.length - tail).map((line) => `+ ${line}\n`);
  return [...removed, ...added].join("");
}

function sharedStart(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((line, index) => line !== b[index]);
  return differs < 0 ? a.length : differs;
}

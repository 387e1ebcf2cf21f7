type Line = { readonly sign: string; readonly text: string };

const hunkHead = /^@@ -(\d+(?:,\d+)?) \+(\d+(?:,\d+)?) @@(.*)$/;
const headLine =
  /^(?:diff --git |index |(?:new|deleted) file mode |(?:old|new) mode |similarity |rename |Binary |--- |\+\+\+ )/;

/** The way back of a unified diff as git prints it. Lines that belong to none are left out. */
export function reversedDiff(diff: string): string {
  const lines = diff.split("\n");
  const out: string[] = [];
  let heads: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? "";
    const [, old, fresh, rest = ""] = hunkHead.exec(line) ?? [];
    if (old === undefined || fresh === undefined) {
      if (line.startsWith("diff --git ")) heads = flushed(heads, out);
      if (headLine.test(line)) heads.push(line);
      continue;
    }
    heads = flushed(heads, out);
    const body = hunkBody(lines, at + 1, lengthOf(old), lengthOf(fresh));
    out.push(`@@ -${fresh} +${old} @@${rest}`, ...reversedHunk(body.lines));
    at = body.end - 1;
  }
  flushed(heads, out);
  return out.join("\n");
}

function lengthOf(range: string): number {
  return Number(range.split(",")[1] ?? 1);
}

/** A file's heads with old and new in each other's place. */
function flushed(heads: readonly string[], out: string[]): string[] {
  const named = (start: string): string | undefined => heads.find((head) => head.startsWith(start))?.slice(4);
  const [from, to] = [named("--- "), named("+++ ")];
  for (const head of heads) {
    if (head.startsWith("--- ")) out.push(`--- ${(to ?? "").replace(/^b\//, "a/")}`);
    else if (head.startsWith("+++ ")) out.push(`+++ ${(from ?? "").replace(/^a\//, "b/")}`);
    else out.push(turned(head));
  }
  return [];
}

function turned(head: string): string {
  if (head.startsWith("new file")) return head.replace("new file", "deleted file");
  if (head.startsWith("deleted file")) return head.replace("deleted file", "new file");
  if (head.startsWith("index ")) return head.replace(/^index (\w+)\.\.(\w+)/, "index $2..$1");
  return head;
}

function hunkBody(lines: readonly string[], start: number, old: number, fresh: number) {
  const body: Line[] = [];
  let at = start;
  let left = old + fresh; // a line that stays counts on both sides
  for (; at < lines.length && (left > 0 || isNote(lines[at])); at++) {
    const [sign, text] = [lines[at]?.[0] ?? " ", lines[at]?.slice(1) ?? ""];
    body.push({ sign, text });
    left -= weights[sign] ?? 2;
  }
  return { lines: body, end: at };
}

const weights: Readonly<Record<string, number>> = { "+": 1, "-": 1, "\\": 0 };

function isNote(line: string | undefined): boolean {
  return line?.startsWith("\\") === true;
}

/** In every run what goes stands before what comes. */
function reversedHunk(lines: readonly Line[]): readonly string[] {
  const out: string[] = [];
  let comes: string[] = [];
  let goes: string[] = [];
  const settle = (): void => {
    out.push(...goes, ...comes);
    [comes, goes] = [[], []];
  };
  let last = goes;
  for (const { sign, text } of lines) {
    if (sign === "\\") last.push(`\\${text}`);
    else if (sign === "-") (last = comes).push(`+${text}`);
    else if (sign === "+") (last = goes).push(`-${text}`);
    else {
      settle();
      out.push(` ${text}`);
      last = out;
    }
  }
  settle();
  return out;
}

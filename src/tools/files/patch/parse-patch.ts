/** One change of a file: what stands there, and what shall. Lines of both, without their ends. */
export type Hunk = {
  readonly hint: string | null;
  readonly old: readonly string[];
  readonly replacement: readonly string[];
  /** The lines stand at the end of the file. */
  readonly atEnd: boolean;
};

export type Operation =
  | {
      readonly kind: "update";
      readonly path: string;
      readonly moveTo: string | null;
      readonly hunks: readonly Hunk[];
    }
  | { readonly kind: "add"; readonly path: string; readonly text: string }
  | { readonly kind: "delete"; readonly path: string }
  | { readonly kind: "move"; readonly path: string; readonly to: string };

export type ParsedPatch =
  | { readonly kind: "patch"; readonly operations: readonly Operation[] }
  | { readonly kind: "problem"; readonly message: string };

type Header = { readonly verb: string; readonly rest: string };
type Section = { readonly header: Header; readonly body: readonly string[]; readonly line: number };

const headerLine = /^\*\*\* (Update File|Add File|Delete File|Move File): *(.*?) *$/;

/** A patch over several files, taken apart. Nothing of it is looked up here. */
export function parsePatch(text: string): ParsedPatch {
  const lines = text.replaceAll("\r\n", "\n").trim().split("\n");
  const begin = lines.findIndex((line) => line.trim() === "*** Begin Patch");
  if (begin === -1) return problem("The patch must start with `*** Begin Patch`");
  const end = lines.findLastIndex((line) => line.trim() === "*** End Patch");
  if (end < begin) return problem("The patch must end with `*** End Patch`");
  const sections = sectionsOf(lines, begin + 1, end);
  if (typeof sections === "string") return problem(sections);
  if (sections.length === 0) return problem("The patch names no file");
  const operations = sections.map(operationOf);
  const wrong = operations.find((operation) => typeof operation === "string");
  if (wrong !== undefined) return problem(wrong);
  return { kind: "patch", operations: operations.filter((operation) => typeof operation !== "string") };
}

/** Every path the headers name; null where the patch cannot be read. */
export function pathsOf(text: string): readonly string[] | null {
  const parsed = parsePatch(text);
  if (parsed.kind === "problem") return null;
  return parsed.operations.flatMap((operation) => {
    if (operation.kind === "move") return [operation.path, operation.to];
    if (operation.kind === "update" && operation.moveTo !== null) return [operation.path, operation.moveTo];
    return [operation.path];
  });
}

function problem(message: string): ParsedPatch {
  return { kind: "problem", message: `${message}. Nothing was changed.` };
}

function sectionsOf(lines: readonly string[], from: number, to: number): readonly Section[] | string {
  const sections: { header: Header; body: string[]; line: number }[] = [];
  for (const [index, line] of lines.slice(from, to).entries()) {
    const header = headerLine.exec(line);
    const last = sections.at(-1);
    if (header !== null) {
      sections.push({ header: { verb: header[1] ?? "", rest: header[2] ?? "" }, body: [], line: from + index + 2 });
    } else if (last !== undefined) last.body.push(line);
    else if (line.trim() !== "") return `Line ${from + index + 1} of the patch stands before any file header`;
  }
  return sections;
}

function operationOf({ header: { verb, rest }, body, line }: Section): Operation | string {
  if (rest === "") return `A "*** ${verb}:" header names no file`;
  switch (verb) {
    case "Add File":
      return addition(rest, body, line);
    case "Delete File":
      return body.some((one) => one.trim() !== "")
        ? `Delete File: ${rest} takes no lines`
        : { kind: "delete", path: rest };
    case "Move File": {
      const [path = "", to = "", ...more] = rest.split(/ +-> +/);
      if (path === "" || to === "" || more.length > 0) return `Move File needs "a -> b", not ${JSON.stringify(rest)}`;
      if (body.every((one) => one.trim() === "")) return { kind: "move", path, to };
      return update(path, to, body, line);
    }
    default:
      return updateWithMove(rest, body, line);
  }
}

function addition(path: string, body: readonly string[], line: number): Operation | string {
  const lines = withoutBlankEnd(body);
  const wrong = lines.findIndex((one) => !one.startsWith("+"));
  if (wrong !== -1) return `Line ${line + wrong} of the patch: each line of an added file starts with +`;
  return { kind: "add", path, text: lines.map((one) => `${one.slice(1)}\n`).join("") };
}

function updateWithMove(path: string, body: readonly string[], line: number): Operation | string {
  const [first = "", ...others] = body;
  const target = /^\*\*\* Move to: *(.+?) *$/.exec(first)?.[1];
  return target === undefined ? update(path, null, body, line) : update(path, target, others, line + 1);
}

function update(path: string, moveTo: string | null, body: readonly string[], line: number): Operation | string {
  const hunks = hunksOf(body, line);
  if (typeof hunks === "string") return hunks;
  if (hunks.length === 0 && moveTo === null) return `Update File: ${path} has no changes`;
  return { kind: "update", path, moveTo, hunks };
}

type Draft = { hint: string | null; old: string[]; replacement: string[]; atEnd: boolean };

function hunksOf(body: readonly string[], line: number): readonly Hunk[] | string {
  const hunks: Draft[] = [];
  for (const [index, text] of withoutBlankEnd(body).entries()) {
    if (text.startsWith("@@")) {
      hunks.push({ hint: hintOf(text), old: [], replacement: [], atEnd: false });
      continue;
    }
    const last = hunks.at(-1);
    const hunk = last ?? { hint: null, old: [], replacement: [], atEnd: false };
    if (last === undefined) hunks.push(hunk);
    if (!takeLine(hunk, text)) return `Line ${line + index} of the patch starts with neither " ", "-", "+" nor "@@"`;
  }
  return joinedHints(hunks);
}

function withoutBlankEnd(body: readonly string[]): readonly string[] {
  return body.slice(0, body.findLastIndex((line) => line !== "") + 1);
}

function takeLine(hunk: Draft, text: string): boolean {
  if (text.trim() === "*** End of File") {
    hunk.atEnd = true;
    return true;
  }
  const [sign, rest] = text === "" ? [" ", ""] : [text.slice(0, 1), text.slice(1)]; // editors eat the space of a blank line
  if (sign !== " " && sign !== "-" && sign !== "+") return false;
  if (sign !== "+") hunk.old.push(rest);
  if (sign !== "-") hunk.replacement.push(rest);
  return true;
}

/** `@@ class A` or `@@ -1,3 +1,4 @@ class A`: what stands behind the numbers, which models count wrong. */
function hintOf(line: string): string | null {
  const hint = line
    .replace(/^@@(?: *-\d+(?:,\d+)? \+\d+(?:,\d+)? *@@)?/, "")
    .replace(/@@\s*$/, "")
    .trim();
  return hint === "" ? null : hint;
}

/** A hint without lines leads on to the next one: `@@ class A` then `@@ method b`. */
function joinedHints(hunks: readonly Draft[]): readonly Hunk[] {
  return hunks.flatMap((hunk, index) => {
    const isEmpty = hunk.old.length === 0 && hunk.replacement.length === 0;
    const before = hunks[index - 1];
    const follows = before !== undefined && before.old.length === 0 && before.replacement.length === 0;
    if (isEmpty) return [];
    return [follows ? { ...hunk, hint: [before.hint, hunk.hint].filter((hint) => hint !== null).join("\n") } : hunk];
  });
}

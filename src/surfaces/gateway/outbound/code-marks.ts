/** Where code stands in a Markdown text. Found once, in one pass, however hostile the text is. */
export type CodeMarks = {
  /** Lines that open or close a fenced block, in order; they alternate. */
  readonly fences: readonly FenceLine[];
  /** Inline code outside of fenced blocks, its backticks included. */
  readonly spans: readonly Stretch[];
};

export type Stretch = { readonly start: number; readonly end: number };

/** `end` is behind the line feed, where there is one. */
export type FenceLine = Stretch & { readonly opens: Fence | null };

/** How a block is opened again, and how it is closed. */
export type Fence = { readonly opener: string; readonly language: string; readonly closer: string };

/** Longer marks than these are no fence to us: each must fit into the smallest message beside its text. */
const fenceLine = /([ \t]{0,8})(`{3,8}|~{3,8})([^`\n]{0,60})(?![^\n])/y;
const shortLanguage = /^[\w+#.-]{1,16}/;

type Open = { readonly mark: string };

export function codeMarks(text: string): CodeMarks {
  const fences: FenceLine[] = [];
  const spans: Stretch[] = [];
  let open: Open | null = null;
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf("\n", start);
    const end = feed === -1 ? text.length : feed + 1;
    const fence = fenceAt(text, start, open);
    if (fence !== null) {
      fences.push({ start, end, opens: fence.opens });
      open = fence.opens === null ? null : { mark: fence.mark };
    } else if (open === null) {
      addSpans(text, { start, end }, spans);
    }
    start = end;
  }
  return { fences, spans };
}

function fenceAt(text: string, start: number, open: Open | null): (Open & Pick<FenceLine, "opens">) | null {
  fenceLine.lastIndex = start;
  const [, indent = "", mark = "", info = ""] = fenceLine.exec(text) ?? [];
  if (mark === "") return null;
  if (open === null) {
    const language = shortLanguage.exec(info.trim())?.[0] ?? "";
    return { mark, opens: { opener: `${indent}${mark}${language}\n`, language, closer: `${indent}${mark}` } };
  }
  const closes = mark.startsWith(open.mark) && /^[ \t\r]*$/.test(info);
  return closes ? { mark, opens: null } : null;
}

/** A run of backticks and the next one of the same length; runs are read backwards, so none is looked for twice. */
function addSpans(text: string, line: Stretch, spans: Stretch[]): void {
  const runs = backtickRuns(text, line);
  const nextOfLength = new Map<number, Stretch>();
  const closers = runs.toReversed().map((run) => {
    const length = run.end - run.start;
    const closer = nextOfLength.get(length);
    nextOfLength.set(length, run);
    return closer;
  });
  let free = line.start;
  for (const [index, run] of runs.entries()) {
    const closer = closers[runs.length - 1 - index];
    if (closer === undefined || run.start < free) continue;
    spans.push({ start: run.start, end: closer.end });
    free = closer.end;
  }
}

function backtickRuns(text: string, { start, end }: Stretch): readonly Stretch[] {
  const line = text.slice(start, end); // a search must not run on behind the line
  const runs: Stretch[] = [];
  for (let at = line.indexOf("`"); at !== -1;) {
    let behind = at + 1;
    while (line[behind] === "`") behind++;
    runs.push({ start: start + at, end: start + behind });
    at = line.indexOf("`", behind);
  }
  return runs;
}

const maxSteps = 50;
const closers: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** The value in nearly valid JSON; undefined when only guessing could go on. */
export function parseRepaired(text: string): unknown {
  if (text.trim() === "" || text.trim() === "None") return {};
  const strict = parseJson(text);
  if (strict !== undefined) return strict;
  const mended = mend(text);
  return mended === null ? undefined : parseJson(mended);
}

/** undefined: it is no JSON, and the callers have a next step for that. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Some servers send arguments as a value instead of its text. */
export function argumentsText(value: unknown): string {
  if (typeof value === "string") return value.trim() === "" ? "{}" : value;
  return value === null || value === undefined ? "{}" : JSON.stringify(value);
}

type Scan = { readonly out: string[]; readonly open: string[]; inString: boolean; escaped: boolean; steps: number };

/** One pass: control characters in strings escaped, trailing commas and surplus closers left out, missing ones added. */
function mend(text: string): string | null {
  const scan: Scan = { out: [], open: [], inString: false, escaped: false, steps: 0 };
  for (const char of text) {
    if (scan.inString) scanString(scan, char);
    else scanStructure(scan, char);
  }
  if (scan.steps + scan.open.length > maxSteps) return null;
  if (!scan.inString) dropTrailingComma(scan.out);
  const ends = scan.open.toReversed().map((opener) => closers[opener]);
  return scan.out.join("") + ends.join("");
}

function scanString(scan: Scan, char: string): void {
  scan.out.push(char < " " ? JSON.stringify(char).slice(1, -1) : char);
  if (scan.escaped) scan.escaped = false;
  else if (char === "\\") scan.escaped = true;
  else if (char === '"') scan.inString = false;
}

function scanStructure(scan: Scan, char: string): void {
  if (char === '"') scan.inString = true;
  if (char in closers) scan.open.push(char);
  if (char !== "}" && char !== "]") {
    scan.out.push(char);
    return;
  }
  const opener = scan.open.at(-1);
  if (opener === undefined || closers[opener] !== char) {
    scan.steps += 1; // a closer without its opener
    return;
  }
  scan.open.pop();
  dropTrailingComma(scan.out);
  scan.out.push(char);
}

/** Each piece is one character here, so nothing is looked at twice. */
function dropTrailingComma(out: string[]): void {
  const last = out.findLastIndex((piece) => piece.trim() !== "");
  if (out[last] === ",") out.length = last;
}

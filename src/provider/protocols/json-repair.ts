import { sorted } from "../../text/canonical-json.ts";
import { wellFormed } from "../../text/well-formed.ts";

const maxSteps = 50;
const closers: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** The value in nearly valid JSON; undefined when only guessing could go on. */
export function parseRepaired(text: string): unknown {
  if (text.trim() === "" || text.trim() === "None") return {};
  const strict = parse(text);
  if (strict !== undefined) return strict;
  const mended = mend(text);
  return mended === null ? undefined : parse(mended);
}

/** Arguments as they go on the wire: equal values give equal bytes; what cannot be read becomes `{}`. */
export function canonicalArguments(text: string): string {
  return JSON.stringify(wellFormed(sorted(parseRepaired(text) ?? {})));
}

export type SettledArguments = { readonly text: string; readonly state: "whole" | "truncated" | "invalid" };

/** What a fresh reply may be executed with. Unreadable text is kept, and never turned into `{}`. */
export function settleArguments(raw: string): SettledArguments {
  if (parse(raw) !== undefined) return { text: raw, state: "whole" };
  const value = parseRepaired(raw);
  if (value !== undefined) return { text: JSON.stringify(value), state: "whole" };
  return { text: raw, state: /[}\]]$/.test(raw.trimEnd()) ? "invalid" : "truncated" };
}

/** Complete as it stands: a repair would hide that the rest is missing. */
export function isCompleteJson(text: string): boolean {
  return parse(text) !== undefined;
}

/** Some servers send arguments as a value instead of its text. */
export function argumentsText(value: unknown): string {
  if (typeof value === "string") return value.trim() === "" ? "{}" : value;
  return value === null || value === undefined ? "{}" : JSON.stringify(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON: the callers have a next step for that
  }
}

type Scan = { out: string; readonly open: string[]; inString: boolean; escaped: boolean; steps: number };

/** One pass: control characters in strings escaped, trailing commas and surplus closers left out, missing ones added. */
function mend(text: string): string | null {
  const scan: Scan = { out: "", open: [], inString: false, escaped: false, steps: 0 };
  for (const char of text) {
    if (scan.inString) scanString(scan, char);
    else scanStructure(scan, char);
  }
  if (scan.steps + scan.open.length > maxSteps) return null;
  const ends = scan.open.toReversed().map((opener) => closers[opener]);
  return dropTrailingComma(scan.out) + ends.join("");
}

function scanString(scan: Scan, char: string): void {
  scan.out += char < " " ? JSON.stringify(char).slice(1, -1) : char;
  if (scan.escaped) scan.escaped = false;
  else if (char === "\\") scan.escaped = true;
  else if (char === '"') scan.inString = false;
}

function scanStructure(scan: Scan, char: string): void {
  if (char === '"') scan.inString = true;
  if (char in closers) scan.open.push(char);
  if (char !== "}" && char !== "]") {
    scan.out += char;
    return;
  }
  const opener = scan.open.at(-1);
  if (opener === undefined || closers[opener] !== char) {
    scan.steps += 1; // a closer without its opener
    return;
  }
  scan.open.pop();
  scan.out = dropTrailingComma(scan.out) + char;
}

function dropTrailingComma(text: string): string {
  const end = text.trimEnd();
  return end.endsWith(",") ? end.slice(0, -1) : text;
}

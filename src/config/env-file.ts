import { isCredentialName } from "./secret-shape.ts";

export type EnvFile = {
  readonly values: ReadonlyMap<string, string>;
  /** Numbers of the lines that are neither blank, comment nor NAME=value. */
  readonly skipped: readonly number[];
  /** Credentials that had characters no credential has. */
  readonly cleaned: readonly string[];
};

const assignment = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/s;

/** Reads the text of a `.env` file. The last of several lines for one name wins. */
export function parseEnv(text: string): EnvFile {
  const values = new Map<string, string>();
  const skipped: number[] = [];
  const cleaned = new Set<string>();
  for (const [index, line] of linesOf(text).entries()) {
    const [, name, written] = assignment.exec(line) ?? [];
    if (name === undefined || written === undefined) {
      if (!isBlank(line)) skipped.push(index + 1);
      continue;
    }
    const value = valueOf(written.trim());
    const credential = isCredentialName(name) ? cleanCredential(value) : value;
    values.set(name, credential);
    if (credential === value) cleaned.delete(name);
    else cleaned.add(name);
  }
  return { values, skipped, cleaned: [...cleaned] };
}

/** Copy and paste brings invisible characters and typographic dashes; a key never has them. */
export function cleanCredential(value: string): string {
  return value.replace(/[^\x20-\x7e]/g, "").trim();
}

/** The name a line assigns, or null. */
export function nameIn(line: string): string | null {
  return assignment.exec(line)?.[1] ?? null;
}

function linesOf(text: string): readonly string[] {
  return text
    .replace(/^\uFEFF/, "")
    .replaceAll("\0", "")
    .split(/\r?\n/);
}

function isBlank(line: string): boolean {
  return /^\s*(#|$)/.test(line);
}

function valueOf(written: string): string {
  const single = /^'([^']*)'(?:\s*|\s+#.*)$/s.exec(written);
  if (single?.[1] !== undefined) return single[1];
  const double = /^"((?:[^"\\]|\\.)*)"(?:\s*|\s+#.*)$/s.exec(written);
  if (double?.[1] !== undefined) return double[1].replace(/\\(["\\])/g, "$1");
  return written.replace(/(^|\s)#.*$/s, "").trimEnd();
}

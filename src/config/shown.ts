import { isSecretKey, mask, withoutUserInfo } from "./secret-shape.ts";
import { isMap } from "./tree.ts";

/** A value as warnings and echoes show it: one short line, and never a secret. */
export function shown(value: unknown, key: string): string {
  const safe = masked(value, key);
  const text = typeof safe === "string" ? safe : (JSON.stringify(safe) ?? String(safe));
  if (text === "") return '""';
  return printable(text);
}

/** One short line that cannot steer a terminal. */
export function printable(text: string): string {
  const line = text.slice(0, 1_000).replace(/[\s\p{Cc}]+/gu, " ");
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

/** The same value with every secret in it hidden; `sensitive` adds keys whose name alone does not tell. */
export function masked(value: unknown, key: string, sensitive: ReadonlySet<string> = new Set()): unknown {
  if (isMap(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [name, masked(inner, `${key}.${name}`, sensitive)]),
    );
  }
  if (value === "" || value === null || value === undefined) return value;
  if (isSecretKey(key) || sensitive.has(key)) return mask;
  if (Array.isArray(value)) return value.map((item: unknown, index) => masked(item, `${key}[${index}]`, sensitive));
  return typeof value === "string" ? withoutUserInfo(value) : value;
}

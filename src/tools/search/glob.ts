import { escapePattern } from "./escape-pattern.ts";

/** A glob as a regular expression over a path with `/` between its parts. Without a slash it matches names at any depth. */
export function globPattern(glob: string): RegExp {
  const anchored = glob.replace(/\/$/, "").includes("/");
  const body = translate(glob.replace(/^\//, ""));
  return new RegExp(`${anchored ? "^" : "(?:^|/)"}${body}$`);
}

function translate(glob: string): string {
  const pieces = glob.match(/\*\*\/|\*\*|\*|\?|\[!?[^\]]*\]|\{[^{}]*\}|\\.|[^]/g) ?? [];
  return pieces.map(piece).join("");
}

function piece(part: string): string {
  if (part === "**/") return "(?:[^/]+/)*";
  if (part === "**") return ".*";
  if (part === "*") return "[^/]*";
  if (part === "?") return "[^/]";
  if (part.startsWith("[") && part.length > 2)
    return `[${part.slice(1, -1).replace(/^!/, "^").replaceAll("\\", "\\\\")}]`;
  if (part.startsWith("{") && part.length > 2) return `(?:${part.slice(1, -1).split(",").map(translate).join("|")})`;
  return escapePattern(part.startsWith("\\") && part.length === 2 ? part.slice(1) : part);
}

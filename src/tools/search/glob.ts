import { escapePattern } from "./escape-pattern.ts";

/** A glob as a regular expression over a path with `/` between its parts. Without a slash it matches names at any depth. */
export function globPattern(glob: string): RegExp {
  const anchored = glob.replace(/\/$/, "").includes("/");
  const body = translate(glob.replace(/^\//, ""));
  return new RegExp(`${anchored ? "^" : "(?:^|/)"}${body}$`);
}

/** Why a glob cannot be read, with the place, or null. */
export function globProblem(glob: string): { readonly message: string; readonly position: number | null } | null {
  for (const { 0: part, index } of glob.matchAll(pieces)) {
    const closed = { "[": "]", "{": "}" }[part];
    if (closed !== undefined && !glob.includes(closed, index)) {
      return { message: `${part} is not closed`, position: index };
    }
  }
  try {
    globPattern(glob);
    return null;
  } catch {
    return { message: "the glob cannot be read", position: null };
  }
}

const pieces = /\*\*\/|\*\*|\*|\?|\[!?[^\]]*\]|\{[^{}]*\}|\\.|[^]/g;

function translate(glob: string): string {
  return (glob.match(pieces) ?? []).map(piece).join("");
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

const classes: Readonly<Record<string, string>> = { d: "0-9", s: "[:space:]", w: "[:alnum:]_" };
const escaped: Readonly<Record<string, string>> = { t: "\t", f: "\f", v: "\v", "/": "/", '"': '"', "'": "'", "-": "-" };
const piece = /\\[^]|\[\^?\]?(?:\\[^]|\[:\w+:\]|[^\]\\])*\]|\(\?:|\(\?[^]?|[*+?}]\?|[^]/g;

/** A pattern as `grep -E` reads it; null: it has something that grep has not. */
export function posixPattern(pattern: string): string | null {
  const pieces = pattern.match(piece) ?? [];
  const translated = pieces.map(translate);
  return translated.includes(null) ? null : translated.join("");
}

function translate(text: string): string | null {
  if (text === "(?:") return "(";
  if (text.startsWith("(?")) return null; // looking around, names, flags
  if (/^[*+?}]\?$/.test(text)) return text.slice(0, 1); // a line matches or not, however greedy
  if (text.startsWith("[") && text.length > 1) return set(text);
  if (!text.startsWith("\\")) return text;
  return escape(text.slice(1));
}

function escape(char: string): string | null {
  const lower = char.toLowerCase();
  const inside = classes[lower];
  if (inside !== undefined) return char === lower ? `[${inside}]` : `[^${inside}]`;
  if (char === "b") return "\\b"; // both greps know it, though the standard does not
  return escaped[char] ?? (/[a-zA-Z0-9]/.test(char) ? null : `\\${char}`);
}

/** In a set of grep's a backslash is one. */
function set(text: string): string | null {
  const not = text.startsWith("[^") ? "^" : "";
  const body = text.slice(1 + not.length, -1);
  const parts = body.match(/\\[^]|\[:\w+:\]|[^]/g) ?? [];
  const plain = parts.map((part) => (part.startsWith("\\") ? member(part.slice(1)) : part));
  if (plain.includes(null)) return null;
  const special = (char: string): boolean => plain.includes(char);
  const rest = plain.filter((part) => part !== "]" && part !== "^" && part !== "\\-").join("");
  const [first, last] = [special("]") ? "]" : "", `${special("^") ? "^" : ""}${special("\\-") ? "-" : ""}`];
  const all = `${first}${rest}${last}`;
  return not === "" && all === "^" ? "\\^" : `[${not}${all}]`;
}

function member(char: string): string | null {
  if (char === "-") return "\\-"; // a plain one, which has to stand last
  return classes[char] ?? escaped[char] ?? (/[a-zA-Z0-9]/.test(char) ? null : char);
}

/** Reading stopped at `at`, either behind something whole or where it broke. */
export type Scan = { readonly whole: boolean; readonly at: number; readonly why?: string };

const escape = String.raw`\\(?:[btnfre"\\]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})`;
const controls = String.raw`\x00-\x08\x0b\x0c\x0e-\x1f\x7f`;
const date = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
const time = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:\.\d+)?)?`;
const digits = String.raw`\d(?:_?\d)*`;
const whole = String.raw`[+-]?(?:0|[1-9](?:_?\d)*)`;

const basic = `"(?:[^"\\\\\\n\\r${controls}]|${escape})*"`;
const literal = `'[^'\\n\\r${controls}]*'`;

/** A value that is no list and no table, in any of its spellings. */
export const kinds: readonly RegExp[] = [
  // the quote may itself be doubled inside a text of three, and stand twice before its end
  `"""(?:[^"\\\\${controls}]|${escape}|\\\\[ \\t]*\\r?\\n|"{1,2}(?!"))*"{3,5}`,
  `'''(?:[^'${controls}]|'{1,2}(?!'))*'{3,5}`,
  `(?!""")${basic}`,
  `(?!''')${literal}`,
  `${date}(?:[Tt ]${time}(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)?)?`,
  time,
  `0x[0-9a-fA-F](?:_?[0-9a-fA-F])*|0o[0-7](?:_?[0-7])*|0b[01](?:_?[01])*`,
  `${whole}(?:\\.${digits}(?:[eE][+-]?${digits})?|[eE][+-]?${digits})`,
  whole,
  `[+-]?(?:inf|nan)`,
  `true|false`,
].map((source) => new RegExp(`(?:${source})`, "y"));

/** White space, line ends and comments inside a list. */
export const filler = new RegExp(`(?:[ \\t\\r\\n]|#[^\\n${controls}]*)*`, "y");
export const blank = /[ \t]*/y;
export const bareKey = /[A-Za-z0-9_-]+/y;
export const basicString = new RegExp(basic, "y");
export const literalString = new RegExp(literal, "y");
/** A comment if there is one, and the end of the line. */
export const lineRest = new RegExp(`[ \\t]*(?:#[^\\n\\r${controls}]*)?(?:\\r?\\n|$)`, "y");

/** Where the pattern ends that starts here. */
export function after(pattern: RegExp, text: string, at: number, otherwise: number = at): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : otherwise;
}

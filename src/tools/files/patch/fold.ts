import { mapText, type MappedText } from "../../../text/mapped-text.ts";

const plain: readonly (readonly [string, string])[] = [
  ["'", "\u2018\u2019\u201A\u201B\u2032"],
  ['"', "\u201C\u201D\u201E\u201F\u2033\u00AB\u00BB"],
  ["-", "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"],
  [" ", "\u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000"],
  ["...", "\u2026"],
];
const ascii = new Map(plain.flatMap(([sign, signs]) => signs.split("").map((one) => [one, sign] as const)));
const typographic = new RegExp(`[${[...ascii.keys()].join("")}]`, "g");
const anyForm = new RegExp(`(?:[ \\t]|[${plain[3]?.[1]}])+|[${[...ascii.keys()].join("")}]`, "g");

/** Quotes, dashes, spaces and ellipses as a keyboard has them. */
export function foldTypography(text: string): MappedText {
  return mapText(text, typographic, (sign) => ascii.get(sign) ?? null);
}

/** The same, with each run of spaces as one: what two lines that match have in common. */
export function foldForm(text: string): MappedText {
  return mapText(text, anyForm, (found) => ascii.get(found) ?? " ");
}

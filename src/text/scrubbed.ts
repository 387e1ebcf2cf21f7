import { mapStrings } from "./map-strings.ts";

/** Valid in JSON, and yet refused by some parsers: control characters but for white space, and code points of no use. */
const refusedByParsers = /[^\P{Cc}\t\n\r]|\p{Noncharacter_Code_Point}/gu;

/** What no parser refuses: lone surrogates and the characters above become U+FFFD. What was clean keeps its identity. */
export function scrubbed<Value>(value: Value): Value {
  return mapStrings(value, (text) => text.toWellFormed().replaceAll(refusedByParsers, "\ufffd"));
}

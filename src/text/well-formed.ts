import { mapStrings } from "./map-strings.ts";

/** Lone surrogates become U+FFFD in every string of a value. What was clean keeps its identity. */
export function wellFormed<Value>(value: Value): Value {
  return mapStrings(value, (text) => (text.isWellFormed() ? text : text.toWellFormed()));
}

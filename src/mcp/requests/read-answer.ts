import { isRecord } from "../../text/is-record.ts";
import { strings, type Json } from "../schema/json.ts";

type Value = string | number | boolean | string[];

export type ReadAnswer =
  | { readonly kind: "value"; readonly value: Value }
  | { readonly kind: "omitted" }
  | { readonly kind: "bad"; readonly problem: string };

/** A person's words as the value a field wants. Empty words stand for the default. */
export function readAnswer(said: string, field: Json, isRequired: boolean): ReadAnswer {
  const text = said.trim();
  if (text === "") return emptyAnswer(field, isRequired);
  switch (field["type"]) {
    case "boolean":
      return booleanOf(text);
    case "number":
    case "integer":
      return numberOf(text, field);
    case "array":
      return listOf(text, isRecord(field["items"]) ? field["items"] : {});
    default:
      return textOf(text, field);
  }
}

function emptyAnswer({ default: given, type }: Json, isRequired: boolean): ReadAnswer {
  if (typeof given === "string" || typeof given === "number" || typeof given === "boolean") return value(given);
  if (Array.isArray(given)) return value([...strings(given)]);
  if (!isRequired) return { kind: "omitted" };
  return type === "string" || type === undefined ? value("") : bad("it needs an answer");
}

function booleanOf(text: string): ReadAnswer {
  if (/^(?:y|yes|true|on|1)$/iu.test(text)) return value(true);
  return /^(?:n|no|false|off|0)$/iu.test(text) ? value(false) : bad("answer yes or no");
}

function numberOf(text: string, { type, minimum, maximum }: Json): ReadAnswer {
  const number = Number(text);
  if (!Number.isFinite(number)) return bad("it wants a number");
  if (type === "integer" && !Number.isInteger(number)) return bad("it wants a whole number");
  if (typeof minimum === "number" && number < minimum) return bad(`at least ${minimum}`);
  return typeof maximum === "number" && number > maximum ? bad(`at most ${maximum}`) : value(number);
}

function textOf(text: string, field: Json): ReadAnswer {
  const options = optionsOf(field);
  if (options.length === 0) return value(text);
  const meant = optionFor(text, options);
  return meant === null ? bad(`one of ${options.map(({ shown }) => shown).join(", ")}`) : value(meant);
}

function listOf(text: string, items: Json): ReadAnswer {
  const options = optionsOf(items);
  const words = text
    .split(/[,\n]/u)
    .map((word) => word.trim())
    .filter((word) => word !== "");
  const meant = words.map((word) => (options.length === 0 ? word : optionFor(word, options)));
  const known = meant.filter((word) => word !== null);
  return known.length === meant.length ? value(known) : bad(`from ${options.map(({ shown }) => shown).join(", ")}`);
}

type Option = { readonly shown: string; readonly sent: string };

/** Plain, with names beside it, or titled one by one: the three forms a choice comes in. */
function optionsOf({ enum: values, enumNames, oneOf, anyOf }: Json): readonly Option[] {
  const titled = [oneOf ?? anyOf ?? []].flat().flatMap((option) => {
    if (!isRecord(option) || typeof option["const"] !== "string") return [];
    return [{ shown: typeof option["title"] === "string" ? option["title"] : option["const"], sent: option["const"] }];
  });
  if (titled.length > 0) return titled;
  const names = strings(enumNames);
  return strings(values).map((sent, index) => ({ shown: names[index] ?? sent, sent }));
}

function optionFor(text: string, options: readonly Option[]): string | null {
  const same = (one: string): boolean => one.toLowerCase() === text.toLowerCase();
  return options.find(({ shown, sent }) => same(shown) || same(sent))?.sent ?? null;
}

function value(given: Value): ReadAnswer {
  return { kind: "value", value: given };
}

function bad(problem: string): ReadAnswer {
  return { kind: "bad", problem };
}

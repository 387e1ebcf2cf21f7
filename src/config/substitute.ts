import { isMap } from "./tree.ts";

export type Variables = (name: string) => string | undefined;

export type Substituted = {
  readonly value: unknown;
  readonly used: readonly string[];
  readonly unset: readonly string[];
};

const reference = /\$\{(?:env:)?([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** Expands `${NAME}` and `${env:NAME}` in every string of a value; what is not set stays as it was written. */
export function substitute(value: unknown, variable: Variables): Substituted {
  const used: string[] = [];
  const unset: string[] = [];
  const expand = (text: string): string =>
    text.replace(reference, (written, name: string) => {
      const found = variable(name);
      (found === undefined ? unset : used).push(name);
      return found ?? written;
    });
  return { value: inStrings(value, expand), used, unset };
}

function inStrings(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item: unknown) => inStrings(item, change));
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inStrings(inner, change)]));
}

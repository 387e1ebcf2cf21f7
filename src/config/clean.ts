import { z } from "zod";
import { configPhrases as say } from "../text/phrases/config.ts";
import { allowedBy } from "./allowed.ts";
import { fit } from "./fit.ts";
import { bare, isLoose, shapeOf, typeIn } from "./schema/keys.ts";
import { defaults, isSectionName, sectionNames, sections } from "./schema/settings.ts";
import { isCredentialName } from "./secret-shape.ts";
import { printable, shown } from "./shown.ts";
import { substitute, type Variables } from "./substitute.ts";
import { suggestKey } from "./suggest.ts";
import { isList, isMap, type Tree, valueAt } from "./tree.ts";
import { readOnce } from "./read-once.ts";

const screenful = 40;

export type Cleaned = {
  /** Values the schema accepts, and unknown keys as they were given. */
  readonly tree: Tree;
  readonly warnings: readonly string[];
  /** Keys whose value came out of a credential's variable. */
  readonly sensitive: readonly string[];
};

/** How a layer's keys are called in warnings: by their dotted name, or by the variable that set them. */
export type NameOf = (key: string) => string;

/** Reads one layer of settings. A value that does not fit is reported and left out; nothing here throws over input. */
export function clean(raw: Tree, variable: Variables, nameOf: NameOf = (key) => key): Cleaned {
  const walk = new Walk(variable, nameOf);
  const kept = Object.entries(raw).flatMap(([name, value]) => {
    const result = isSectionName(name)
      ? walk.visit(sections[name].schema(), value, [name])
      : walk.unknown(value, [name], sectionNames);
    return result === undefined ? [] : [[name, result] as const];
  });
  return { tree: Object.fromEntries(kept), warnings: walk.warnings, sensitive: walk.sensitive };
}

/** One pass over a layer; `undefined` means nothing usable was given. */
class Walk {
  readonly sensitive: string[] = [];
  readonly #warnings: string[] = [];
  #unsaid = 0;
  readonly #reportedVariables = new Set<string>();
  readonly #variable: Variables;
  readonly #nameOf: NameOf;

  constructor(variable: Variables, nameOf: NameOf) {
    this.#variable = variable;
    this.#nameOf = nameOf;
  }

  get warnings(): readonly string[] {
    return this.#unsaid === 0 ? this.#warnings : [...this.#warnings, say.moreWarnings(this.#unsaid)];
  }

  visit(schema: z.ZodType, raw: unknown, path: readonly string[]): unknown {
    if (raw === null || raw === undefined) return undefined; // `key:` with nothing behind it
    const inner = bare(schema);
    if (inner instanceof z.ZodObject) return isMap(raw) ? this.#map(inner, raw, path) : this.#bad(inner, raw, path);
    if (inner instanceof z.ZodRecord) return isMap(raw) ? this.#record(inner, raw, path) : this.#bad(inner, raw, path);
    if (inner instanceof z.ZodArray) return this.#list(inner, raw, path);
    return this.#leaf(inner, raw, path);
  }

  unknown(raw: unknown, path: readonly string[], siblings: readonly string[]): unknown {
    const key = path.join(".");
    this.#report(() => say.unknownKey(printable(key), suggestKey(key, siblings)));
    return this.#expanded(raw, key);
  }

  #map(schema: z.ZodObject, raw: Tree, path: readonly string[]): Tree {
    const shape = shapeOf(schema);
    const kept = Object.entries(raw).map(([name, value]) => {
      const inner = Object.hasOwn(shape, name) ? shape[name] : undefined;
      const below = [...path, name];
      if (inner !== undefined) return [name, this.visit(inner, value, below)] as const;
      if (isLoose(schema)) return [name, this.#expanded(value, below.join("."))] as const;
      return [name, this.unknown(value, below, Object.keys(shape))] as const;
    });
    return Object.fromEntries(kept.filter(([, value]) => value !== undefined));
  }

  #record(schema: z.ZodRecord, raw: Tree, path: readonly string[]): Tree {
    const inner = typeIn(schema.valueType);
    const kept = Object.entries(raw).map(([name, value]) => [name, this.visit(inner, value, [...path, name])] as const);
    return Object.fromEntries(kept.filter(([, value]) => value !== undefined));
  }

  #list(schema: z.ZodArray, raw: unknown, path: readonly string[]): unknown {
    const items = listIn(raw);
    if (items === null) return this.#bad(schema, raw, path);
    const inner = typeIn(schema.element);
    return items.flatMap((item, index) => {
      const at = [...path.slice(0, -1), `${path.at(-1)}[${index}]`];
      const kept = this.visit(inner, item, at);
      if (kept === undefined) return [];
      if (readOnce(inner, kept).success) return [kept];
      this.#bad(inner, item, at);
      return [];
    });
  }

  #leaf(schema: z.ZodType, raw: unknown, path: readonly string[]): unknown {
    const key = path.join(".");
    const fallback = valueAt(defaults, path);
    const found = fit(schema, this.#expanded(raw, key), fallback);
    if (!found.fits) return this.#bad(schema, raw, path);
    if (found.adjusted) {
      this.#report(() => say.adjustedValue(this.#nameOf(key), shown(raw, key), shown(found.value, key)));
    }
    return found.value;
  }

  #bad(schema: z.ZodType, raw: unknown, path: readonly string[]): undefined {
    const key = path.join(".");
    const fallback = valueAt(defaults, path);
    this.#report(() => {
      const [name, given, allowed] = [printable(this.#nameOf(key)), shown(raw, key), allowedBy(schema)];
      const hasDefault = fallback !== undefined && !isMap(fallback);
      return hasDefault
        ? say.badValue(name, given, allowed, shown(fallback, key))
        : say.droppedValue(name, given, allowed);
    });
  }

  #expanded(raw: unknown, key: string): unknown {
    if (typeof raw === "string") return this.#substituted(raw, key);
    if (isList(raw)) return raw.map((item, index) => this.#expanded(item, `${key}[${index}]`));
    if (!isMap(raw)) return raw;
    return Object.fromEntries(
      Object.entries(raw).map(([name, inner]) => [name, this.#expanded(inner, `${key}.${name}`)]),
    );
  }

  #substituted(raw: string, key: string): string {
    const { text, used, unset } = substitute(raw, this.#variable);
    if (used.some(isCredentialName)) this.sensitive.push(key);
    for (const name of unset) {
      if (!this.#reportedVariables.has(name)) this.#report(() => say.unsetVariable(name, printable(key)));
      this.#reportedVariables.add(name);
    }
    return text;
  }

  /** A file of nothing but mistakes must not cost minutes: beyond a screenful they are only counted. */
  #report(warning: () => string): void {
    if (this.#warnings.length < screenful) this.#warnings.push(warning());
    else this.#unsaid++;
  }
}

/** A single word stands for a list of one; a JSON array may come as text. */
function listIn(value: unknown): readonly unknown[] | null {
  if (isList(value)) return value;
  if (typeof value !== "string") return null;
  if (!value.trimStart().startsWith("[")) return [value];
  try {
    const parsed: unknown = JSON.parse(value);
    return isList(parsed) ? parsed : [value];
  } catch {
    return [value]; // a pattern that happens to begin with a bracket
  }
}

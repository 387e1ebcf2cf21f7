import { clean } from "./clean.ts";
import { allowedBy } from "./allowed.ts";
import { bare, isBranch, schemaAt } from "./schema/keys.ts";
import { isMap, treeOf, valueAt } from "./tree.ts";

export type SettingValue =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "section" }
  | { readonly kind: "bad"; readonly allowed: string };

/** What the text of `config set` means for a key: the schema decides, and a key it does not know is read as YAML. */
export async function settingValue(key: readonly string[], text: string): Promise<SettingValue> {
  const schema = schemaAt(key);
  const { parse } = await import("yaml");
  const written = (): unknown => readYaml(parse, text);
  if (/\$\{[^}]+\}/.test(text)) return { kind: "value", value: text }; // means something only when it is loaded
  if (schema === null) return { kind: "value", value: switched(written()) };
  if (isBranch(schema)) {
    const value = written();
    return isMap(value) ? { kind: "value", value } : { kind: "section" };
  }
  for (const candidate of [text, written()]) {
    if (candidate === null) return { kind: "value", value: null };
    const { tree, warnings } = clean(treeOf(key, candidate), () => undefined);
    if (warnings.length === 0) return { kind: "value", value: valueAt(tree, key) };
  }
  return { kind: "bad", allowed: allowedBy(bare(schema)) };
}

function readYaml(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text);
  } catch {
    return text; // not YAML: plain text is meant
  }
}

function switched(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const word = value.toLowerCase();
  if (["yes", "on"].includes(word)) return true;
  return ["no", "off"].includes(word) ? false : value;
}

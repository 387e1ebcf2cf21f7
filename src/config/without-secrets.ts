import { isScalar, type Pair, visit } from "yaml";
import { redactSecrets } from "../safety/redact.ts";
import { isSecretKey } from "./secret-shape.ts";
import { parseConfig } from "./yaml-document.ts";

export type Blanked = { readonly text: string; readonly keys: readonly string[] };

/** The text of a config.yaml with every written-out secret emptied; null for a file that is not YAML. */
export function withoutSecrets(text: string): Blanked | null {
  const parsed = parseConfig(text);
  if (parsed.kind === "broken") return null;
  const keys: string[] = [];
  visit(parsed.document, {
    Pair: (_, pair, ancestors) => {
      const key = [...ancestors, pair].flatMap((node) => nameOf(node)).join(".");
      if (!isScalar(pair.value) || !isWritten(pair.value.value) || !isSecretKey(key)) return;
      keys.push(key);
      pair.value.value = "";
    },
  });
  const printed = keys.length === 0 ? text : parsed.document.toString({ lineWidth: 0 });
  return { text: redactSecrets(printed), keys }; // comments hold secrets, too
}

/** A reference such as `${NAME}` is no secret; the variable is. */
function isWritten(value: unknown): boolean {
  return (typeof value === "string" && value !== "" && !/^\$\{[^}]+\}$/.test(value)) || typeof value === "number";
}

function nameOf(node: unknown): readonly string[] {
  return isPair(node) && isScalar(node.key) ? [String(node.key.value)] : [];
}

function isPair(node: unknown): node is Pair {
  return node !== null && typeof node === "object" && "key" in node && "value" in node;
}

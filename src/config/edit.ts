import { writeFileAtomic } from "../disk/atomic-write.ts";
import { ensurePrivateFolder } from "../disk/folders.ts";
import { dirname } from "node:path";
import { configPhrases as say } from "../text/phrases/config.ts";
import { codeOf } from "./error-code.ts";
import { readConfig } from "./read-config.ts";

export type Edit =
  | { readonly kind: "written" }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "absent" };

/** Sets one key of config.yaml; comments, order and everything else in the file stay. */
export async function setInConfig(path: string, key: readonly string[], value: unknown, force: boolean): Promise<Edit> {
  const { setInText } = await import("./yaml-edit.ts");
  return rewrite(path, (text) => setInText(text, key, value, force));
}

export type ConfigChange = { readonly key: readonly string[]; readonly value: unknown };

/** Several keys at once, all or none; `undefined` takes one out. */
export async function changeConfig(path: string, changes: readonly ConfigChange[]): Promise<Edit> {
  const { setInText, unsetInText } = await import("./yaml-edit.ts");
  const one = (text: string, { key, value }: ConfigChange): TextEdit =>
    value === undefined ? unsetInText(text, key) : setInText(text, key, value, false);
  return rewrite(path, (whole) => {
    let text = whole;
    for (const change of changes) {
      const next = one(text, change);
      if (next.kind === "refused") return next;
      if (next.kind === "changed") text = next.text;
    }
    return { kind: "changed", text };
  });
}

/** Takes one key out of config.yaml again; `absent` when the file does not set it. */
export async function unsetInConfig(path: string, key: readonly string[]): Promise<Edit> {
  const { unsetInText } = await import("./yaml-edit.ts");
  return rewrite(path, (text) => unsetInText(text, key));
}

/** Adds to a list of config.yaml what it does not hold yet. */
export async function addToConfigList(path: string, key: readonly string[], values: readonly string[]): Promise<Edit> {
  const { addToListInText } = await import("./yaml-edit.ts");
  return rewrite(path, (text) => addToListInText(text, key, values));
}

/** Takes one entry out of a list of config.yaml; `absent` when it does not hold it. */
export async function removeFromConfigList(path: string, key: readonly string[], value: string): Promise<Edit> {
  const { removeFromListInText } = await import("./yaml-edit.ts");
  return rewrite(path, (text) => removeFromListInText(text, key, value));
}

export type TextEdit =
  | { readonly kind: "changed"; readonly text: string }
  | { readonly kind: "refused"; readonly reason: string }
  | { readonly kind: "absent" };

async function rewrite(path: string, change: (text: string) => TextEdit): Promise<Edit> {
  const read = await readConfig(path);
  if (read.kind === "broken") return { kind: "refused", reason: say.refusedWhileBroken(path, read.reason) };
  const changed = change(read.kind === "read" ? read.text : "");
  if (changed.kind !== "changed") return changed;
  try {
    ensurePrivateFolder(dirname(path));
    writeFileAtomic(path, changed.text);
    return { kind: "written" };
  } catch (error) {
    return { kind: "refused", reason: say.cannotWrite(path, codeOf(error)) };
  }
}

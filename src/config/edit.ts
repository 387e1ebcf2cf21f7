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

/** One of several changes that are made together. */
export type ConfigChange =
  | { readonly kind?: "set"; readonly key: readonly string[]; readonly value: unknown } // undefined: taken out again
  | { readonly kind: "add" | "remove"; readonly key: readonly string[]; readonly entry: string };

/** All changes in one write, or none of them; what is to go and is not there is no change. */
export async function changeConfig(path: string, changes: readonly ConfigChange[]): Promise<Edit> {
  const { addToListInText, removeFromListInText, setInText, unsetInText } = await import("./yaml-edit.ts");
  const one = (text: string, change: ConfigChange): TextEdit => {
    switch (change.kind) {
      case "add":
        return addToListInText(text, change.key, [change.entry]);
      case "remove":
        return removeFromListInText(text, change.key, change.entry);
      default:
        return change.value === undefined
          ? unsetInText(text, change.key)
          : setInText(text, change.key, change.value, false);
    }
  };
  const apply = (text: string, change: ConfigChange): TextEdit => {
    const done = one(text, change);
    return done.kind === "absent" ? { kind: "changed", text } : done;
  };
  return rewrite(path, (text) =>
    changes.reduce<TextEdit>((done, change) => (done.kind === "changed" ? apply(done.text, change) : done), {
      kind: "changed",
      text,
    }),
  );
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

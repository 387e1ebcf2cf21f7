import { isNumberedOutput } from "../text-form.ts";
import { describeFailure } from "./describe-failure.ts";
import type { PatchCall } from "./patch-call.ts";
import { missingFile, patchableFile, type Places } from "./patchable-file.ts";
import type { PatchPlan } from "./patch-plan.ts";
import { replaceText } from "./replace-text.ts";
import type { PresentFile } from "../present-file.ts";

type Quotation = { readonly path: string; readonly old: string; readonly replacement: string; readonly all: boolean };

const leastForNothing = 8; // a shorter text that is "there already" may be there by chance

export async function planReplace(call: PatchCall, places: Places): Promise<PatchPlan> {
  const asked = quotationOf(call);
  if (typeof asked === "string") return { kind: "problem", message: asked };
  const file = await patchableFile(asked.path, places);
  if (typeof file === "string") return { kind: "problem", message: file };
  if (file.text === null) return { kind: "problem", message: await missingFile(file, places) };
  if (asked.old === asked.replacement) return nothingToDo(asked, file.text);
  return replaceIn(file, file.text, asked, places);
}

function quotationOf({
  path = "",
  old_string: old,
  new_string: replacement,
  replace_all: all,
}: PatchCall): Quotation | string {
  if (path === "") return "path is missing: which file?";
  if (old === undefined || replacement === undefined) return "mode replace needs old_string and new_string.";
  if (old === "") return "old_string is empty. Quote the text to replace; a new file is made with write_file.";
  if (old.trim() === "") return "old_string is blank. Quote text that marks one place, not only white space.";
  return { path, old, replacement, all };
}

function nothingToDo({ path, old }: Quotation, text: string): PatchPlan {
  if (old.length >= leastForNothing && text.replaceAll("\r\n", "\n").includes(old.replaceAll("\r\n", "\n"))) {
    const note = `${path} has this text already; nothing was changed.`;
    return { kind: "plan", changes: [], strategy: "exact", replacements: 0, note };
  }
  return { kind: "problem", message: "old_string and new_string are identical: there is nothing to change." };
}

function replaceIn(file: PresentFile, text: string, asked: Quotation, { deps }: Places): PatchPlan {
  const result = replaceText(text, asked);
  const numbered = [asked.old, asked.replacement].map(isNumberedOutput);
  if (numbered[0] === true ? result.kind === "missing" : numbered[1] === true) {
    return { kind: "problem", message: "The text has read_file's line numbers in it. Send it without `N|`." };
  }
  if (result.kind !== "replaced") {
    return { kind: "problem", message: describeFailure(result, { ...asked, text }, deps.redact), file: file.real };
  }
  const change = {
    ...file,
    before: file.bytes,
    beforeText: text,
    after: Buffer.from(result.text),
    afterText: result.text,
  };
  const { strategy, replacements } = result;
  return { kind: "plan", changes: [change], strategy, replacements, note: null };
}

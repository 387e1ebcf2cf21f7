import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inputPhrases as say } from "../../../text/phrases/input.ts";

export type Edited =
  | { readonly kind: "edited"; readonly text: string }
  | { readonly kind: "kept"; readonly message: string };

const notFound = new Set([126, 127]); // what a shell says of a program it cannot start

/** The text in the person's editor, in a file only they can read. Whatever goes wrong, the text stays as it was. */
export async function editOutside(text: string, env: Readonly<Record<string, string | undefined>>): Promise<Edited> {
  const editor = [env["VISUAL"], env["EDITOR"]].find((name) => name !== undefined && name.trim() !== "");
  if (editor === undefined) return kept(say.noEditor);
  const folder = mkdtempSync(join(tmpdir(), "hermes-message-"));
  try {
    const file = join(folder, "message.md");
    writeFileSync(file, text, { mode: 0o600 });
    const code = await ended(editor, file);
    if (code === null || notFound.has(code)) return kept(say.editorMissing(editor));
    if (code !== 0) return kept(say.editorFailed(editor, code));
    return { kind: "edited", text: readFileSync(file, "utf8").replace(/\r?\n$/, "") };
  } catch (error) {
    return kept(say.editorUnreadable(error instanceof Error ? error.message : String(error)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** By a shell, as git does it: the variable may hold arguments. Null: there is not even a shell. */
function ended(editor: string, file: string): Promise<number | null> {
  const child = spawn("sh", ["-c", `${editor} "$@"`, editor, file], { stdio: "inherit" });
  return new Promise((resolve) => {
    child.once("error", () => resolve(null));
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

function kept(message: string): Edited {
  return { kind: "kept", message };
}

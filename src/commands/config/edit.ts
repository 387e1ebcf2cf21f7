import { spawn } from "node:child_process";
import { closeSync, openSync, rmSync, statSync } from "node:fs";
import { codeOf } from "../../config/error-code.ts";
import { seedHome } from "../../config/seed-home.ts";
import { configPhrases as say } from "../../text/phrases/config.ts";
import type { CommandCall, CommandContext, CommandRun } from "../command.ts";
import { findings } from "./findings.ts";
import { exit, expectArguments, fail, withHome, withSettings } from "./open-config.ts";

/** Opens config.yaml in the person's editor and says afterwards what is wrong with it. */
export const edit: CommandRun = async (call) =>
  expectArguments(call, 0, "edit") ??
  withHome(call, async ({ home, configFile }) => {
    const unusable = seedHome(home);
    if (unusable !== null) return fail(call, unusable);
    const failure = await editFile(call, configFile);
    if (failure !== null) return fail(call, failure);
    return withSettings(call, async (read) => {
      const found = await findings(read);
      call.terminal.out(`${(found.length === 0 ? [say.clean] : found).join("\n")}\n`);
      return found.length === 0 ? exit.ok : exit.failed;
    });
  });

async function editFile(call: CommandCall, path: string): Promise<string | null> {
  const { env } = call.context;
  const chosen = [env["VISUAL"], env["EDITOR"]].find((name) => name !== undefined && name.trim() !== "");
  if (chosen === undefined && !call.terminal.inIsTty) return say.noEditor;
  const editor = chosen ?? "vi";
  try {
    closeSync(openSync(path, "a", 0o600)); // so that a new file is private whatever the editor does
  } catch (error) {
    return say.cannotWrite(path, codeOf(error));
  }
  const ending = await runEditor(editor, path, call.context);
  if (statSync(path, { throwIfNoEntry: false })?.size === 0) rmSync(path);
  return ending === "0" ? null : say.editorFailed(editor, ending);
}

/** The variable may hold arguments (`code --wait`), so a shell splits it; the path travels beside it, unsplit. */
function runEditor(editor: string, path: string, { env, signal }: CommandContext): Promise<string> {
  const options = { stdio: "inherit", env, signal } as const;
  const child =
    process.platform === "win32"
      ? spawn(`${editor} "${path}"`, { ...options, shell: true })
      : spawn("/bin/sh", ["-c", `${editor} "$1"`, "sh", path], options);
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(codeOf(error)));
    child.once("exit", (code, killedBy) => resolve(String(code ?? killedBy)));
  });
}

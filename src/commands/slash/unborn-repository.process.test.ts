import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { scriptedInfo } from "../../../tests/support/scripted-session.ts";
import { temporaryStore } from "../../../tests/support/temporary-store.ts";
import { askGit } from "../../app/ask-git.ts";
import { systemClock } from "../../app/system-clock.ts";
import { systemRng } from "../../app/system-rng.ts";
import { ApprovalState } from "../../tools/approval/approval-state.ts";
import type { CommandContext } from "../command.ts";
import { slashCommands } from "./registry.ts";
import { runSlash } from "./run-slash.ts";

const context: CommandContext = {
  cwd: "/",
  env: process.env,
  clock: systemClock,
  rng: systemRng,
  signal: new AbortController().signal,
  profile: null,
  configuration: { strict: false, ignoreUserConfig: false, envFile: null },
  version: "0",
};

async function diffIn(cwd: string) {
  return runSlash("/diff", {
    session: {
      info: { ...scriptedInfo, cwd },
      approvals: new ApprovalState({ mode: "manual", edits: "allow", yolo: false }),
      steer: () => true,
    },
    store: await temporaryStore(),
    world: {
      switchModel: async () => ({ ok: false, text: "" }),
      command: async () => ({ code: 1, text: "" }),
      git: (args, folder) => askGit(args, folder, context),
    },
    commands: slashCommands,
    isBusy: false,
    nowMs: 0,
    confirms: true,
    choose: async () => null,
    neverConfirm: async () => undefined,
    signal: new AbortController().signal,
  });
}

test("/diff before the first commit shows what is staged and what is new; outside a repository it says so", async () => {
  const folder = mkdtempSync(join(tmpdir(), "hermes-unborn-"));
  expect(await diffIn(folder)).toEqual({ kind: "refused", text: "no changes can be shown: Not a git repository" });
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  writeFileSync(join(folder, "staged.txt"), "one\n");
  writeFileSync(join(folder, "fresh.txt"), "two\n");
  execFileSync("git", ["add", "staged.txt"], { cwd: folder });
  const shown = await diffIn(folder);
  expect("text" in shown && shown.text.split("\n").slice(-2)).toEqual(["+one", "?? fresh.txt"]);
});

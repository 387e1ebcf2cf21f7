import { slashCommands } from "../../src/commands/slash/registry.ts";
import type { SlashContext } from "../../src/commands/slash/slash-command.ts";
import { ApprovalState } from "../../src/tools/approval/approval-state.ts";
import { scriptedInfo } from "./scripted-session.ts";
import { temporaryStore } from "./temporary-store.ts";

/** A session and what surrounds it, as commands see them: nothing is there but what a test puts there. */
export async function slashWorld(overrides: Partial<SlashContext> = {}): Promise<SlashContext> {
  const approvals = new ApprovalState({ mode: "manual", edits: "allow", yolo: false });
  return {
    session: { info: scriptedInfo, approvals, steer: () => true },
    store: await temporaryStore(),
    world: {
      switchModel: async (reference) => ({ ok: reference === "good", text: `switched to ${reference}` }),
      command: async (words) => ({ code: 0, text: words.join(" ") }),
      git: async () => ({ code: 0, text: "" }),
    },
    commands: slashCommands,
    isBusy: false,
    nowMs: 0,
    signal: new AbortController().signal,
    confirms: true,
    choose: async () => null,
    neverConfirm: async () => undefined,
    ...overrides,
  };
}

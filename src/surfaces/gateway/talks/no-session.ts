import type { SlashContext, SlashWorld } from "../../../commands/slash/slash-command.ts";

/** What a command works with; without a shell where no session is open. */
export type CommandPlace = Pick<SlashContext, "session" | "world"> & {
  readonly shell?: NonNullable<SlashContext["shell"]>;
  readonly background?: NonNullable<SlashWorld["background"]>;
};

/** Commands about the chat and the gateway: no session is opened for them, so nothing can keep them from working. */
export const needNoSession: ReadonlySet<string> = new Set([
  "stop",
  "approve",
  "deny",
  "whoami",
  "sethome",
  "platform",
  "restart",
]);

/** And those that are better with a session, but the way out where none can be opened. */
export const canDoWithout: ReadonlySet<string> = new Set([...needNoSession, "help", "commands", "new"]);

/** Stands where a session would; `why` is the answer of whatever would need one after all. */
export function noSession(why: string): CommandPlace {
  const refuses = async (): Promise<{ readonly ok: false; readonly code: number; readonly text: string }> => ({
    ok: false,
    code: 1,
    text: why,
  });
  return {
    session: {
      info: {
        sessionId: "",
        model: "",
        provider: "",
        contextLength: 0,
        parentSessionId: null,
        cwd: "",
        tools: [],
        toolsets: [],
        cache: "",
        version: "",
      },
      approvals: {
        mode: "manual",
        edits: "allow",
        yolo: false,
        cycleEdits: () => "allow",
        plan: () => "allow",
        grants: [],
        forgetGrants: () => undefined,
        decisions: [],
      },
      steer: () => false,
    },
    world: { switchModel: refuses, command: refuses, git: refuses },
  };
}

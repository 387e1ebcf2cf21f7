import type { CommandCall } from "../commands/command.ts";
import type { RunOptions } from "../commands/run-options.ts";
import type { Log } from "../domain/log.ts";
import { BackgroundSessions } from "../session/background-sessions.ts";
import { openSession } from "./open-session.ts";
import type { Speaker } from "../session/session-deps.ts";
import type { ProcessMemory } from "./process-memory.ts";

type Around = {
  readonly memory: ProcessMemory;
  readonly log: Log;
  /** Whoever speaks in the conversation: what works beside it sees no more than it does. */
  readonly speaker?: Speaker;
};

/** Sessions that work beside a chat: as the command line says, with the chat's model, each with a conversation of its own. */
export function buildBackground(call: CommandCall, options: RunOptions, around: Around): BackgroundSessions {
  const { memory, log, speaker = null } = around;
  const { ask: _, ...terminal } = call.terminal; // a question on a screen in use would be lost in it
  return new BackgroundSessions({
    clock: call.context.clock,
    log,
    open: async ({ info }) => {
      const fresh = { session: { kind: "new" }, fork: false, quiet: true, startIn: info.cwd } as const;
      const { model, provider } = info;
      return openSession({
        call: { ...call, terminal },
        options: { ...options, ...fresh, model, provider },
        answersPermissions: true,
        memory,
        speaker,
        startedFrom: info.sessionId,
      });
    },
  });
}

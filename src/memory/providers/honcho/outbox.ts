import type { SyncedTurn } from "../../../domain/memory-provider.ts";
import type { HonchoSettings } from "./honcho-config.ts";
import type { HonchoClient, SpokenMessage } from "./honcho-client.ts";

const longestMessage = 25_000;

/** Turns on their way to Honcho: sent at once, every few turns, or when the session ends. */
export type Outbox = {
  readonly add: (turn: SyncedTurn, client: HonchoClient) => Promise<void>;
  readonly flush: (client: HonchoClient) => Promise<void>;
};

export function createOutbox({ saveMessages, writeFrequency }: HonchoSettings): Outbox {
  let waiting: readonly SpokenMessage[] = [];
  let turns = 0;
  const batch = typeof writeFrequency === "number" ? writeFrequency : writeFrequency === "session" ? Infinity : 1;
  const flush = async (client: HonchoClient): Promise<void> => {
    if (waiting.length === 0) return;
    const sent = waiting;
    await client.addMessages(sent); // stays when it fails, and goes with the next ones
    waiting = waiting.slice(sent.length);
    turns = 0;
  };
  return {
    add: async (turn, client) => {
      if (!saveMessages || isMachineMade(turn)) return;
      waiting = [...waiting, ...pieces("user", turn.user), ...pieces("assistant", turn.assistant)];
      turns += 1;
      if (turns >= batch) await flush(client);
    },
    flush,
  };
}

/** Summaries, notes and results of others are not what the person said. */
function isMachineMade({ messages }: SyncedTurn): boolean {
  const question = messages.findLast((message) => message.role === "user");
  const origin = question?.role === "user" ? (question.extra?.origin ?? "user") : "user";
  return origin !== "user";
}

function pieces(by: SpokenMessage["by"], text: string): readonly SpokenMessage[] {
  const found: SpokenMessage[] = [];
  for (let rest = text.trim(); rest !== "";) {
    const cut = rest.slice(0, longestMessage);
    const whole = cut.isWellFormed() ? cut : cut.slice(0, -1); // not in the middle of a character
    found.push({ by, content: whole });
    rest = rest.slice(whole.length);
  }
  return found;
}

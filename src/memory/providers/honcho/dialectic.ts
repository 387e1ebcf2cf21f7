import { charsIn, cutAtWord } from "../../../text/code-points.ts";
import type { HonchoSettings } from "./honcho-config.ts";
import type { HonchoClient, ReasoningLevel } from "./honcho-client.ts";

/** What Honcho thinks about the person, asked between turns so that no turn waits for it. */
export type Dialectic = {
  /** After a turn: asks when it is time. */
  readonly consider: (query: string, turn: number, client: HonchoClient, isWarm: boolean) => Promise<void>;
  /** The last answer, unless it is too old to be about this. */
  readonly supplement: (turn: number) => string;
};

const levels: readonly ReasoningLevel[] = ["low", "medium", "high"];
const widest = 8;

export function createDialectic(settings: HonchoSettings): Dialectic {
  const { dialecticCadence: cadence, dialecticDepth: depth, dialecticMaxChars: maxChars } = settings;
  let askedAt = -Infinity;
  let widening = 1;
  let answer: { readonly text: string; readonly turn: number } | null = null;
  return {
    consider: async (query, turn, client, isWarm) => {
      if (turn - askedAt < cadence * widening) return;
      askedAt = turn;
      const text = await passes(query, { client, depth, maxChars, isWarm });
      widening = text === "" ? Math.min(widest, widening * 2) : 1;
      if (text !== "") answer = { text: cutAtWord(text, maxChars), turn };
    },
    supplement: (turn) => (answer !== null && turn - answer.turn <= 2 * cadence ? answer.text : ""),
  };
}

/** Longer questions deserve more thought. */
export function levelFor(query: string): ReasoningLevel {
  const length = charsIn(query);
  return levels[(length >= 120 ? 1 : 0) + (length >= 400 ? 1 : 0)] ?? "high";
}

type Asking = {
  readonly client: HonchoClient;
  readonly depth: number;
  readonly maxChars: number;
  readonly isWarm: boolean;
};

/** Question, self-audit, reconciliation; a strong answer ends it early. */
async function passes(query: string, { client, depth, maxChars, isWarm }: Asking): Promise<string> {
  const level = levelFor(query);
  let text = "";
  for (let pass = 1; pass <= depth; pass++) {
    const next = (await client.ask(questionFor(pass, query, text, isWarm), level)).trim();
    if (next !== "") text = next;
    if (text === "" || charsIn(text) >= maxChars / 2) break;
  }
  return text;
}

function questionFor(pass: number, query: string, before: string, isWarm: boolean): string {
  if (pass === 2) return `You said about the user:\n${before}\n\nWhat is missing, doubtful or outdated in it?`;
  if (pass === 3) return `Bring this together into one short, certain statement about the user:\n${before}`;
  const subject = isWarm ? "Beyond what is generally known about the user, what" : "Who is this user, and what";
  return `${subject} matters for answering this message well? Answer briefly; say nothing if nothing does.\n\n${query}`;
}

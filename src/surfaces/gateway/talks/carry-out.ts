import type { SessionWish, SlashOutcome } from "../../../commands/slash/slash-command.ts";
import { gatewayTalksPhrases as say } from "../../../text/phrases/gateway-talks.ts";
import type { Arrival } from "../arrival.ts";
import type { Talk } from "./talk.ts";

/** What a command wants, as far as a chat can do it. */
export async function carryOut(talk: Talk, outcome: SlashOutcome, arrival: Arrival): Promise<void> {
  const { message, person, rows } = arrival;
  const begins = outcome.kind === "send" || outcome.kind === "queue";
  if (!begins) await talk.settle(rows);
  switch (outcome.kind) {
    case "effort":
      talk.reasoning = outcome.reasoning;
      return talk.say(outcome.text);
    case "send":
    case "queue":
      return talk.add({ rows, person, input: null, message: { ...message, text: outcome.text } });
    case "ask":
      return talk.add({ rows: [], person, message, input: outcome.input });
    case "stop":
      return talk.stop();
    case "open":
      return open(talk, outcome.session, arrival);
    case "nothing":
      return undefined;
    default:
      return talk.say(wordsOf(outcome));
  }
}

type Spoken = Exclude<
  SlashOutcome,
  { readonly kind: "effort" | "send" | "queue" | "ask" | "stop" | "open" | "nothing" }
>;

function wordsOf(outcome: Spoken): string {
  switch (outcome.kind) {
    case "said":
    case "refused":
    case "undone":
      return outcome.text;
    case "copy":
    case "display":
    case "skin":
    case "attach":
    case "leave":
      return say.noScreen;
  }
}

async function open(talk: Talk, wish: SessionWish, { message }: Arrival): Promise<void> {
  const opening = await talk.switchTo(wish, message);
  if (opening?.kind === "refused") return talk.say(say.notOpened(opening.message));
  if (wish.kind === "new") talk.wantedTitle = wish.title;
  const sessionId = opening?.session.info.sessionId ?? null;
  if (wish.kind === "branch" && wish.title !== null && sessionId !== null)
    await talk.common.world.store.sessions.rename(sessionId, wish.title);
  await talk.say(say.switched(sessionId));
}

import type { InboundMessage, InboxId } from "../../../domain/gateway-ledger.ts";
import type { TurnInput } from "../../../session/turn-input.ts";
import type { ChatPerson } from "../arrival.ts";

/** What a turn will be about. */
export type Waiting = {
  readonly rows: readonly InboxId[];
  readonly message: InboundMessage;
  readonly person: ChatPerson;
  /** Null: the words of the message. */
  readonly input: TurnInput | null;
};

const longestText = 100_000; // as of one message: many of them must not become a question without end

/** The next turn and what waits behind it: what one person said in a row is one question. */
export function takeNext(waiting: readonly Waiting[]): readonly [Waiting | null, readonly Waiting[]] {
  const [first, ...rest] = waiting;
  if (first === undefined) return [null, []];
  if (first.input !== null) return [first, rest];
  let length = first.message.text.length;
  const other = rest.findIndex(({ input, person, message }) => {
    length += message.text.length;
    return input !== null || person.userId !== first.person.userId || length > longestText;
  });
  const more = other === -1 ? rest : rest.slice(0, other);
  return [more.reduce(merged, first), rest.slice(more.length)];
}

function merged(one: Waiting, next: Waiting): Waiting {
  return {
    rows: [...one.rows, ...next.rows],
    person: next.person,
    input: null,
    message: {
      ...next.message,
      text: [one.message.text, next.message.text].filter((text) => text !== "").join("\n"),
      media: [...one.message.media, ...next.message.media],
      replyTo: next.message.replyTo ?? one.message.replyTo,
    },
  };
}

type EndedTurn = { readonly waiting: Waiting; readonly steered: readonly InboxId[] };
type Left = { readonly settled: readonly InboxId[]; readonly unheard: readonly Waiting[] };

/** What a turn has settled, and what was said to it that it could not hear any more. */
export function leftOf(
  { waiting, steered }: EndedTurn,
  result: { readonly pending_steer: string | null } | null,
): Left {
  const text = result?.pending_steer ?? null;
  if (text === null) return { settled: [...waiting.rows, ...steered], unheard: [] };
  const message = { ...waiting.message, text, media: [], replyTo: null };
  const input = message.chatType === "dm" ? null : { content: text }; // who said it stands in it already
  return { settled: waiting.rows, unheard: [{ ...waiting, message, rows: steered, input }] };
}

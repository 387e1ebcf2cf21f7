import { plainText } from "../../../commands/plain-text.ts";
import type { Question } from "../../../domain/approval.ts";
import type { ReasoningSetting } from "../../../domain/model-client.ts";
import type { TurnResult } from "../../../domain/turn.ts";
import type { TurnInput } from "../../../session/turn-input.ts";
import { gatewayTalksPhrases as say } from "../../../text/phrases/gateway-talks.ts";
import type { ChatVoice, TurnShow } from "../chat-voice.ts";
import type { TalkSession, TalkWorld } from "../talk-world.ts";
import type { Questions } from "./open-question.ts";
import { offeredTo, questionText, shortQuestion } from "./question-text.ts";
import type { TalkTurn } from "./talk-turn.ts";
import { TurnWatch } from "./turn-watch.ts";

export type TurnSeat = {
  readonly world: TalkWorld;
  readonly sessionKey: string;
  readonly voice: ChatVoice;
  readonly session: TalkSession;
  readonly questions: Questions;
  readonly turn: TalkTurn;
  /** Null: as the settings say. */
  readonly reasoning: ReasoningSetting | null;
};

const longHygieneMs = 3_000;

/** One turn as a chat sees it: somebody writes, things are shown, perhaps asked, and in the end there is an answer. */
export async function takeTurn(seat: TurnSeat): Promise<TurnResult | null> {
  const { voice, sessionKey, turn, questions } = seat;
  using typing = voice.typing();
  if (turn.cut === null) await tidy(seat);
  if (turn.cut !== null) return null;
  const show = voice.follow({ sessionKey, replyTo: turn.waiting.message.messageId || null });
  using watch = watchOf(seat);
  turn.onWaiting = (isWaiting) => {
    typing.pause(isWaiting);
    watch.pause(isWaiting);
  };
  try {
    const result = await heard(seat, show, watch);
    questions.withdraw("turn");
    await conclude(result, seat, show);
    return result;
  } catch (error) {
    questions.withdraw("turn");
    await show.abandon(null);
    throw error;
  } finally {
    turn.onWaiting = () => undefined;
  }
}

/** What has gathered is made shorter where it would hardly fit. The turn comes, whatever becomes of that. */
async function tidy({ session, world, voice }: TurnSeat): Promise<void> {
  const { clock, log } = world;
  const beganMs = clock.now();
  try {
    const answer = await session.hygiene();
    if (answer.kind !== "compressed" || answer.record === null || clock.now() - beganMs <= longHygieneMs) return;
    await voice.say(say.compressed(answer.record.messages_before, answer.record.messages_after));
  } catch (error) {
    log("error", "gateway.hygiene_failed", { error: String(error) });
  }
}

async function heard(seat: TurnSeat, show: TurnShow, watch: TurnWatch): Promise<TurnResult> {
  const { session, turn } = seat;
  session.clearInterrupt(); // of a stop that came when the last turn was over already
  const { events, result } = session.send(inputOf(seat));
  turn.wasSent = true;
  for await (const event of events) {
    watch.hear(event);
    show.hear(event);
    if (event.type === "question.asked") ask(event.question, seat, show);
  }
  return result;
}

/** The row of a message says which one it was, so that after a crash it is known whether it was asked. */
function inputOf({ world, turn, reasoning }: TurnSeat): TurnInput {
  const { input, message, rows } = turn.waiting;
  const effort = reasoning === null ? {} : { reasoning };
  if (input !== null && rows.length === 0) return { ...input, ...effort };
  const question = input ?? world.questionOf(message);
  const stored = { ...question.stored, displayMetadata: { chat_message: message.messageId } };
  return { ...question, stored, ...effort };
}

function ask(asked: Question, { session, questions, turn, world }: TurnSeat, show: TurnShow): void {
  const { message, person: asker } = turn.waiting;
  const question = message.chatType === "dm" ? offeredTo(asker, asked) : asked; // elsewhere only admins answer
  const { kind, choices, multiSelect = false, timeoutMs } = question;
  const answer = questions.put({
    owner: "turn",
    kind,
    choices,
    many: multiSelect,
    text: questionText(question),
    short: shortQuestion(question),
    mayAnswer: (person) => (kind === "approval" ? turn.mayApprove(person) : turn.isOf(person)),
    timeoutMs: timeoutMs ?? (kind === "clarify" ? world.settings.limits.clarifyMs : 0),
    before: () => show.flush(),
  });
  void answer.then((choice) => session.answer(question.id, choice));
}

function watchOf({ world, voice, turn }: TurnSeat): TurnWatch {
  const { clock, settings } = world;
  const { limits } = settings;
  return new TurnWatch({
    clock,
    limits,
    display: settings.platforms.get(turn.waiting.message.platform)?.display,
    onInactive: () => turn.interrupt("inactive", say.inactive(limits.inactivityMs)),
    onLong: () => void voice.say(say.stillWorking),
  });
}

/** The answer, or in plain words why there is none. */
async function conclude(result: TurnResult, { turn, voice }: TurnSeat, show: TurnShow): Promise<void> {
  const { interrupted, failed, final_response: answer, explanation, error, exit_reason: reason } = result;
  if (interrupted) return show.abandon(turn.cut === null ? say.stopped : turn.cutLine);
  if (failed) return show.abandon(say.failed(plainText(error ?? explanation ?? reason)));
  if ((answer ?? "").trim() === "") return show.abandon(explanation === null ? say.empty : plainText(explanation));
  await show.finish(answer ?? "");
  if (explanation !== null) await voice.say(plainText(explanation));
}

import { plainLine, plainText } from "../../../commands/plain-text.ts";
import type { InboundMessage } from "../../../domain/gateway-ledger.ts";
import type { BackgroundNews, BackgroundSessions } from "../../../session/background-sessions.ts";
import { agentsPhrases as say } from "../../../text/phrases/agents.ts";
import type { ChatPerson } from "../arrival.ts";
import type { Questions } from "./open-question.ts";
import { offeredTo, questionText, shortQuestion } from "./question-text.ts";

const longestLabel = 80;

type Told = Exclude<BackgroundNews, { readonly kind: "asked" }>;

/** What a chat is told of the sessions that work beside its own. */
export function backgroundLines(news: Told): readonly string[] {
  const { id, sessionId } = news.work;
  if (news.kind === "noticed") return [say.noticed(id, plainText(news.text))];
  const { end } = news;
  if ("broke" in end) return [say.failed(id, sessionId, plainText(end.broke))];
  const { session_id: session, final_response: answer, pending_steer: unheard } = end;
  const before = unheard === null ? [] : [say.unheard(id, plainText(unheard))];
  if (end.interrupted) return [...before, say.interrupted(id, session)];
  if (end.failed)
    return [...before, say.failed(id, session, plainText(end.error ?? end.explanation ?? end.exit_reason))];
  const done = say.done(id, session, Math.round(end.duration_ms / 1_000));
  return [...before, done, ...((answer ?? "").trim() === "" ? [] : [plainText(answer ?? "").trim()])];
}

type AskedNews = Extract<BackgroundNews, { readonly kind: "asked" }>;
type Beginner = { readonly message: InboundMessage; readonly person: ChatPerson };

/** A question of such a session, under its name; it outlives the turn that runs. */
export function askForBackground(
  questions: Questions,
  { work, question: asked, over }: AskedNews,
  sessions: Pick<BackgroundSessions, "answer">,
  { message, person: beginner }: Beginner,
): void {
  const question = message.chatType === "dm" ? offeredTo(beginner, asked) : asked;
  const { kind, choices, multiSelect = false, timeoutMs = 0 } = question;
  const isBeginner = ({ userId }: ChatPerson): boolean => userId === beginner.userId;
  const owner = `background ${work.id}` as const;
  const label = say.label(work.id, plainLine(work.prompt, longestLabel));
  const answer = questions.put({
    owner,
    kind,
    choices,
    timeoutMs,
    many: multiSelect,
    text: `${label}\n${questionText(question)}`,
    short: shortQuestion(question),
    mayAnswer: (person) =>
      kind === "approval" ? person.isAdmin || (message.chatType === "dm" && isBeginner(person)) : isBeginner(person),
    before: async () => undefined,
  });
  over.addEventListener("abort", () => questions.withdraw(owner), { once: true });
  void answer.then((choice) => sessions.answer(work.id, question.id, choice));
}

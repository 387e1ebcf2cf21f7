import { plainLine, plainText } from "../../commands/plain-text.ts";
import type { Question } from "../../domain/approval.ts";
import type { BackgroundNews, BackgroundSessions, BackgroundWork } from "../../session/background-sessions.ts";
import { agentsPhrases as say } from "../../text/phrases/agents.ts";
import type { Chat } from "./chat.ts";

const longestLabel = 80;

/** What sessions in the background ask and bring is shown in the chat that started them. */
export function hearBackground(chat: Chat, sessions: BackgroundSessions): () => void {
  return sessions.on((news) => {
    if (news.kind === "asked") void ask(chat, sessions, news);
    else if (news.kind === "noticed") chat.notice("warning", say.noticed(news.work.id, plainText(news.text)));
    else showEnd(chat, news);
  });
}

type Asked = Extract<BackgroundNews, { kind: "asked" }>;

/** It outlives the turn that runs: the question is not the turn's. */
async function ask(chat: Chat, sessions: BackgroundSessions, { work, question, over }: Asked): Promise<void> {
  const { id, ...rest } = labelled(question, work);
  const choice = await chat.chooser.ask(rest, over);
  sessions.answer(work.id, id, choice);
}

function labelled(question: Question, { id, prompt }: BackgroundWork): Question {
  const { approval, text } = question;
  const own = say.label(id, plainLine(prompt, longestLabel));
  const told = { ...question, text: `${own}\n${text}` };
  if (approval === undefined) return told;
  const child = approval.child === null ? own : say.labelBelow(id, plainLine(approval.child, longestLabel));
  return { ...told, approval: { ...approval, child } };
}

function showEnd(chat: Chat, { work, end }: Extract<BackgroundNews, { kind: "ended" }>): void {
  const { id } = work;
  if ("broke" in end) return chat.notice("error", say.failed(id, work.sessionId, plainText(end.broke)));
  const { session_id: session, final_response: answer, pending_steer: unheard } = end;
  if (unheard !== null) chat.notice("info", say.unheard(id, plainText(unheard)));
  if (end.interrupted) return chat.notice("warning", say.interrupted(id, session));
  if (end.failed) {
    const why = plainText(end.error ?? end.explanation ?? end.exit_reason);
    return chat.notice("error", say.failed(id, session, why));
  }
  chat.notice("info", say.done(id, session, Math.round(end.duration_ms / 1_000)));
  if ((answer ?? "").trim() !== "") chat.show({ kind: "text", text: plainText(answer ?? "").trim() });
}

import { namesOf } from "../../commands/slash/find-command.ts";
import { slashCommands } from "../../commands/slash/registry.ts";
import { runSlash } from "../../commands/slash/run-slash.ts";
import type { SessionWish, SlashCommand, SlashContext, SlashOutcome } from "../../commands/slash/slash-command.ts";
import { chatPhrases as say } from "../../text/phrases/chat.ts";
import type { Chat } from "./chat.ts";

/** A text that begins with a slash: a command, or else a skill. */
export async function slashTyped(chat: Chat, text: string): Promise<void> {
  const name = /^\s*\/([\w-]+)/.exec(text)?.[1]?.toLowerCase() ?? "";
  const known = new Set(commandsOf(chat).flatMap(namesOf));
  if (!known.has(name) && (await askedAsSkill(chat, text, known))) return;
  chat.show({ kind: "question", text });
  await perform(chat, await runSlash(text, contextOf(chat)));
  chat.refresh();
}

async function askedAsSkill(chat: Chat, text: string, builtIn: ReadonlySet<string>): Promise<boolean> {
  const invocation = await chat.session.invokeSkills(text, builtIn, chat.signal);
  if (invocation.kind === "plain") return false;
  if (invocation.kind === "problem") {
    chat.notice("warning", invocation.message);
    return true;
  }
  for (const problem of invocation.problems) chat.notice("warning", problem);
  await chat.sendAs(invocation.message, text);
  return true;
}

function commandsOf({ world }: Chat): readonly SlashCommand[] {
  return [...slashCommands, ...(world.slash.quick ?? [])];
}

function contextOf(chat: Chat): SlashContext {
  const { world, session, isBusy } = chat;
  return {
    session,
    store: world.store,
    world: world.slash,
    commands: commandsOf(chat),
    isBusy,
    nowMs: world.clock.now(),
    confirms: world.settings.confirms,
    choose: (question, choices) => chat.chooser.choose(question, choices),
  };
}

async function perform(chat: Chat, outcome: SlashOutcome): Promise<void> {
  switch (outcome.kind) {
    case "said":
      return chat.show({ kind: "said", text: outcome.text });
    case "refused":
      return chat.notice("warning", outcome.text);
    case "send":
      return chat.send(outcome.text);
    case "queue":
      return chat.isBusy
        ? chat.dispatch({ type: "queued", text: outcome.text, first: false })
        : chat.send(outcome.text);
    case "stop":
      return chat.interrupt();
    case "leave":
      chat.interrupt();
      return chat.leave(0);
    case "open":
      return open(chat, outcome.session);
    case "nothing":
      return undefined;
  }
}

async function open(chat: Chat, wish: SessionWish): Promise<void> {
  chat.interrupt();
  await chat.idle;
  const opening = await chat.world.open(wish);
  if (opening.kind === "refused") return chat.notice("error", opening.message);
  await chat.replace(opening);
  if (wish.kind === "new" && wish.title !== null) chat.nameLater(wish.title);
  chat.notice("info", say.switched(opening.session.info.sessionId));
}

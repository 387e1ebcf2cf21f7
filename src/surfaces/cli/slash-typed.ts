import { namesOf } from "../../commands/slash/find-command.ts";
import { runSlash } from "../../commands/slash/run-slash.ts";
import type { SessionWish, SlashContext, SlashOutcome } from "../../commands/slash/slash-command.ts";
import { chatPhrases as say } from "../../text/phrases/chat.ts";
import { skinPhrases } from "../../text/phrases/skins.ts";
import type { Chat } from "./chat.ts";
import { commandsOf } from "./commands-of.ts";
import { attachFile, attachFromClipboard } from "./input/attach-picture.ts";
import { depart } from "./input/depart.ts";

/** A text that begins with a slash: a command, or else a skill. */
export async function slashTyped(chat: Chat, text: string): Promise<void> {
  const name = /^\s*\/([\w-]+)/.exec(text)?.[1]?.toLowerCase() ?? "";
  const known = new Set(commandsOf(chat).flatMap(namesOf));
  if (!known.has(name) && (await askedAsSkill(chat, text, known))) return;
  chat.show({ kind: "question", text });
  await perform(chat, await runSlash(text, contextOf(chat)));
  chat.refresh();
}

async function askedAsSkill(chat: Chat, text: string, known: ReadonlySet<string>): Promise<boolean> {
  const invocation = await chat.session.invokeSkills(text, known, chat.signal);
  if (invocation.kind === "plain") return false;
  if (invocation.kind === "problem") {
    chat.notice("warning", invocation.message);
    return true;
  }
  for (const problem of invocation.problems) chat.notice("warning", problem);
  await chat.sendAs(invocation.message, text);
  return true;
}

function contextOf(chat: Chat): SlashContext {
  const { world, session, isBusy } = chat;
  return {
    session,
    store: world.store,
    world: { ...world.slash, ...(world.background === undefined ? {} : { background: world.background }) },
    queue: chat.screen.queue.map(({ text }) => text),
    commands: commandsOf(chat),
    isBusy,
    nowMs: world.clock.now(),
    signal: chat.signal,
    confirms: chat.confirms,
    display: chat.screen,
    shell: chat.shell,
    runLine: (line, limitMs) => chat.escape.collect(line, limitMs),
    choose: (question, choices) => chat.chooser.choose(question, choices),
    neverConfirm: () => neverConfirm(chat),
    ...(chat.hands.pick === undefined ? {} : { pick: chat.hands.pick }),
  };
}

/** A setting that cannot be written still holds for this chat. */
async function neverConfirm(chat: Chat): Promise<void> {
  chat.confirms = false;
  const words = ["config", "set", "approvals.destructive_slash_confirm", "false"];
  const { code, text } = await chat.world.slash.command(words);
  if (code !== 0) chat.notice("warning", text);
}

async function perform(chat: Chat, outcome: SlashOutcome): Promise<void> {
  switch (outcome.kind) {
    case "said":
      return chat.show({ kind: "said", text: outcome.text });
    case "refused":
      return chat.notice("warning", outcome.text);
    case "send":
      return chat.send(outcome.text);
    case "ask":
      return chat.ask(outcome.input, outcome.shown);
    case "undone":
      chat.show({ kind: "said", text: outcome.text });
      return chat.hands.fill(outcome.input);
    case "copy":
      return copy(chat, outcome);
    case "queue":
      return queue(chat, outcome.text);
    case "stop":
      return chat.interrupt();
    case "leave":
      chat.interrupt();
      chat.deletes = outcome.deletes === true;
      return depart(chat);
    case "open":
      return open(chat, outcome.session, outcome.clears);
    case "nothing":
      return undefined;
    default:
      return adjust(chat, outcome);
  }
}

type Adjustment = Extract<SlashOutcome, { readonly kind: "display" | "effort" | "attach" | "skin" }>;

/** What changes how the chat looks, or what goes along with the next message. */
async function adjust(chat: Chat, outcome: Adjustment): Promise<void> {
  switch (outcome.kind) {
    case "display":
      chat.dispatch({ type: "display.changed", change: outcome.change });
      return chat.show({ kind: "said", text: outcome.text });
    case "effort":
      chat.think(outcome.reasoning);
      return chat.show({ kind: "said", text: outcome.text });
    case "attach":
      return outcome.path === null ? attachFromClipboard(chat) : attachFile(chat, outcome.path);
    case "skin":
      return wear(chat, outcome.name);
  }
}

async function queue(chat: Chat, text: string): Promise<void> {
  if (!chat.isBusy) return chat.send(text);
  chat.dispatch({ type: "queued", text, first: false });
}

function copy(chat: Chat, { content, text }: Extract<SlashOutcome, { kind: "copy" }>): void {
  if (chat.hands.copy(content)) chat.show({ kind: "said", text });
  else chat.notice("warning", say.noClipboard);
}

async function wear(chat: Chat, name: string | null): Promise<void> {
  const { wardrobe } = chat.world;
  if (name === null) return chat.show({ kind: "said", text: wardrobe.list() });
  const { isWorn, warnings } = await wardrobe.wear(name);
  for (const text of warnings) chat.notice("warning", text);
  if (isWorn) chat.show({ kind: "said", text: skinPhrases.worn(name) });
}

async function open(chat: Chat, wish: SessionWish, clears = false): Promise<void> {
  chat.interrupt();
  await chat.idle;
  const opening = await chat.world.open(wish);
  if (opening.kind === "refused") return chat.notice("error", opening.message);
  if (clears) chat.hands.clear();
  await chat.replace(opening);
  if (wish.kind === "branch" && wish.title !== null)
    await chat.world.store.sessions.rename(opening.session.info.sessionId, wish.title);
  if (wish.kind === "new" && wish.title !== null) chat.nameLater(wish.title);
  chat.notice("info", say.switched(opening.session.info.sessionId));
}

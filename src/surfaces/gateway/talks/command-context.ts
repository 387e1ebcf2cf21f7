import { plainLine } from "../../../commands/plain-text.ts";
import { refusal, type ChatSeat, type SlashCommand, type SlashContext } from "../../../commands/slash/slash-command.ts";
import { gatewayTalksPhrases as say } from "../../../text/phrases/gateway-talks.ts";
import type { Arrival } from "../arrival.ts";
import { scopeOf } from "../inbound/session-scope.ts";
import { chatNotes } from "./chat-notes.ts";
import type { CommandPlace } from "./no-session.ts";
import { ownSessions } from "./own-sessions.ts";
import type { Talk } from "./talk.ts";

const longestShort = 200;

/** What a command sees of the conversation it is said in. */
export function contextOf(
  talk: Talk,
  arrival: Arrival,
  { session, shell, world: slash, background }: CommandPlace,
  commands: readonly SlashCommand[],
): SlashContext {
  const { world, signal, confirms } = talk.common;
  return {
    session,
    store: ownSessions(world.store, scopeOf(arrival.message, world.settings)),
    world: { ...slash, ...(background === undefined ? {} : { background }) },
    commands,
    isBusy: talk.isBusy,
    nowMs: world.clock.now(),
    signal,
    ...(shell === undefined ? {} : { shell }),
    queue: talk.queue,
    confirms,
    choose: (question, choices) => choose(talk, arrival, question, choices),
    neverConfirm: () => neverConfirm(talk, arrival, slash),
    chat: chatOf(talk, arrival),
  };
}

function choose(talk: Talk, { person }: Arrival, text: string, choices: readonly string[]): Promise<string | null> {
  talk.questions.dismiss(person); // what they were asked before is not what they want any more
  return talk.questions.put({
    owner: "command",
    kind: "confirm",
    text,
    short: plainLine(text, longestShort),
    choices,
    many: false,
    mayAnswer: ({ userId }) => userId === person.userId,
    timeoutMs: talk.common.world.settings.limits.clarifyMs,
    before: async () => undefined,
  });
}

/** For all chats, so only an admin's word counts; a setting that cannot be written still holds until we end. */
async function neverConfirm(talk: Talk, { person }: Arrival, world: SlashContext["world"]): Promise<void> {
  if (!person.isAdmin) return;
  talk.common.confirms = false;
  const { code, text } = await world.command(["config", "set", "approvals.destructive_slash_confirm", "false"]);
  if (code !== 0) await talk.say(text);
}

function chatOf(talk: Talk, { message, person }: Arrival): ChatSeat {
  const { ledger, restart, platforms } = talk.common.world;
  const { platform, chatId, threadId, chatType, userId, userName } = message;
  const here = JSON.stringify({ chatId, threadId });
  return {
    who: { platform, chatId, chatType, userId, isAdmin: person.isAdmin },
    decide: (choice, which) => {
      const ids = talk.questions.approvalsFor(person);
      if (ids.length === 0) return refusal(talk.questions.asksPermission ? say.mayNotApprove : say.nothingAsked);
      for (const id of which === "all" ? ids : ids.slice(0, 1)) {
        const done = talk.questions.decide(id, choice, userName ?? userId);
        if (done !== "done") return refusal(say.notOffered(choice, done));
      }
      return { kind: "nothing" };
    },
    setHome: () => ledger.routes.setNote(platform, chatNotes.home, here),
    ...(platforms === undefined ? {} : { platforms }),
    ...(restart === undefined
      ? {}
      : {
          restart: async () => {
            await ledger.routes.setNote(platform, chatNotes.restartedFrom, here);
            restart();
          },
        }),
  };
}

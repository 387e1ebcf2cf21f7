import type { CommandCall } from "../commands/command.ts";
import { readRunOptions, type RunOptions } from "../commands/run-options.ts";
import type { InboundMessage } from "../domain/gateway-ledger.ts";
import type { Log } from "../domain/log.ts";
import type { Terminal } from "../domain/terminal.ts";
import type { Speaker } from "../session/session-deps.ts";
import type { Store } from "../store/store.ts";
import type { ChatOverride, GatewaySettings } from "../surfaces/gateway/gateway-settings.ts";
import { scopeOf } from "../surfaces/gateway/inbound/session-scope.ts";
import type { TalkOpening, TalkWish } from "../surfaces/gateway/talk-world.ts";
import { buildBackground } from "./build-background.ts";
import type { GatewayPlugins } from "./gateway-plugins.ts";
import { openSession } from "./open-session.ts";
import type { ProcessMemory } from "./process-memory.ts";
import type { SessionRequest } from "./session-request.ts";
import { slashWorld } from "./slash-world.ts";

export type GatewaySessions = {
  readonly call: CommandCall;
  readonly process: NodeJS.Process;
  readonly settings: GatewaySettings;
  readonly store: Pick<Store, "sessions">;
  /** The last session of each chat that was open in this process, by session key. */
  readonly last: Map<string, string>;
  readonly memory: ProcessMemory;
  readonly plugins: Pick<GatewayPlugins, "host">;
  readonly log: Log;
  /** Where commands start: `terminal.cwd`. */
  readonly folder: string;
  /** What the model is told of the chat, behind the cached prompt. */
  readonly overlay: (message: InboundMessage) => string;
  /** What the settings say of this chat in particular. */
  readonly overrideFor: (message: InboundMessage) => ChatOverride | undefined;
};

/** The session of a chat: a new one, or the stored one with its prompt as it was. */
export async function openChatSession(wish: TalkWish, world: GatewaySessions): Promise<TalkOpening> {
  const { call, process, memory, log } = world;
  const quiet = { ...call, terminal: silent(call.terminal, log) };
  const options = optionsFor(wish, world);
  const speaker = speakerOf(wish, world.settings);
  if (options === null) return { kind: "refused", message: "the settings of a chat could not be read" };
  const opening = await openSession({
    ...replacedBy(wish, world),
    call: quiet,
    options,
    canBeAsked: true,
    answersPermissions: true,
    looksBack: true,
    memory,
    speaker,
    pluginHost: world.plugins.host,
  });
  if (opening.kind === "refused") return opening;
  const { session, shell, slash } = opening;
  world.last.set(wish.sessionKey, session.info.sessionId);
  const background = buildBackground(quiet, options, { memory, log, speaker });
  return {
    kind: "opened",
    session,
    shell,
    background,
    world: { ...slashWorld(quiet, options, session, process), ...slash, background },
  };
}

/** A chat that talked before and begins anew; the store knows why. */
function replacedBy(
  { sessionId, sessionKey }: TalkWish,
  { last, store }: GatewaySessions,
): Pick<SessionRequest, "replaces"> {
  const before = sessionId === null ? last.get(sessionKey) : undefined;
  const row = before === undefined ? null : store.sessions.get(before);
  return row === null ? {} : { replaces: { sessionId: row.id, reason: row.end_reason ?? "new" } };
}

/** As `hermes chat` without a flag would read them, and then what the chat says. */
function optionsFor({ sessionId, branch = false, message }: TalkWish, world: GatewaySessions): RunOptions | null {
  const read = readRunOptions({ flags: {}, positionals: [] });
  if (read.kind !== "options") return null;
  const isKnown = sessionId !== null && world.store.sessions.get(sessionId) !== null;
  const override = world.overrideFor(message);
  return {
    ...read.options,
    session: isKnown ? { kind: "resume", reference: sessionId, exact: false } : { kind: "new" },
    fork: isKnown && branch,
    model: override?.model ?? null,
    provider: override?.provider ?? null,
    appendSystem: [world.overlay(message), override?.systemPrompt ?? ""].filter((text) => text !== "").join("\n\n"),
    startIn: world.folder,
    source: message.platform,
    quiet: true,
  };
}

function speakerOf({ sessionKey, message }: TalkWish, settings: GatewaySettings): Speaker {
  return { sessionKey, threadId: message.threadId, ...scopeOf(message, settings) };
}

/** Nobody sits at the terminal of a gateway: what a session has to say goes to the log. */
function silent(given: Terminal, log: Log): Terminal {
  const { ask: _, ...terminal } = given;
  return { ...terminal, inIsTty: false, err: (text) => log("warning", "gateway.session_said", { text: text.trim() }) };
}

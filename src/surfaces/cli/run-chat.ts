import type { Terminal } from "../../domain/terminal.ts";
import { chatPhrases as say } from "../../text/phrases/chat.ts";
import { cliPhrases } from "../../text/phrases/cli.ts";
import { hearBackground } from "./background-news.ts";
import { Chat } from "./chat.ts";
import type { ChatWorld } from "./chat-world.ts";
import { minutes } from "./minutes.ts";
import { defaultTheme } from "./theme/theme.ts";
import { Wardrobe } from "./theme/wardrobe.ts";

export type ChatRun = Omit<ChatWorld, "wardrobe"> & {
  /** Where the skins lie, and which one is wanted. */
  readonly skins: { readonly folder: string; readonly name: string };
  readonly terminal: Terminal;
  readonly isPlain: boolean;
  /** What is sent first, as if it had been typed. */
  readonly prompt: string | null;
  readonly signals: ChatSignals;
  /** Who hears what the session complains of from now on; null: stderr again. */
  readonly complainTo: (listener: ((text: string) => void) | null) => void;
  /** One line without a screen; null: there will be none. An answer is never what was typed before the question. */
  readonly readLine: (prompt: string, signal: AbortSignal, isAnswer: boolean) => Promise<string | null>;
};

/** How the system speaks to the process, and what it can be asked to do. Each `on` returns how to stop listening. */
export type ChatSignals = {
  readonly onEnd: (listener: (exitCode: number) => void) => () => void;
  readonly onInterrupt: (listener: () => void) => () => void;
  readonly onSuspend: (listener: () => void) => () => void;
  readonly onContinue: (listener: () => void) => () => void;
  /** The process ends whatever happens; only what is written at once still counts. */
  readonly onExit: (listener: () => void) => () => void;
  readonly suspend: () => void;
};

type View = { readonly start: () => void; readonly hide: () => void };

const graceMs = 1_500; // for a session to be stored after the person wanted out

/** The interactive chat, to its exit code. The terminal is given back whatever happens. */
export async function runChat(run: ChatRun): Promise<number> {
  const opening = await run.open(null);
  if (opening.kind === "refused") {
    run.terminal.err(cliPhrases.error(opening.message));
    return opening.exitCode;
  }
  const { skins, terminal, isPlain } = run;
  const wardrobe = new Wardrobe({ folder: skins.folder, color: terminal.color && !isPlain });
  const chat = new Chat({ ...run, wardrobe }, opening);
  await dress(chat, wardrobe, skins.name);
  chat.listen();
  const stopListening = [run.signals.onEnd((code) => chat.leave(code))];
  if (run.background !== undefined) stopListening.push(hearBackground(chat, run.background));
  try {
    const view = run.isPlain ? await plainView(run, chat) : await liveView(run, chat, stopListening);
    return await stay(run, chat, view);
  } finally {
    for (const stop of stopListening) stop();
  }
}

/** The theme that is wanted. One that cannot be had is told, and the default stays. */
async function dress(chat: Chat, wardrobe: Wardrobe, name: string): Promise<void> {
  if (name === defaultTheme) return;
  const { warnings } = await wardrobe.wear(name);
  for (const text of warnings) chat.notice("warning", text);
}

async function stay(run: ChatRun, chat: Chat, view: View): Promise<number> {
  try {
    if (run.isPlain) chat.tellMore(); // line by line, nothing can be put above the prompt any more
    view.start();
    void later(run, chat);
    run.complainTo((text) => chat.notice("warning", text.trim()));
    const code = await chat.left;
    await closed(run, chat);
    const deleted = chat.deletes ? await forget(run, chat) : null;
    view.hide();
    run.terminal.out(deleted ?? goodbye(run, chat));
    return code;
  } finally {
    view.hide();
    run.complainTo(null);
  }
}

/** After the first frame: whoever types does not wait for it. A given prompt stands below what went before. */
async function later({ clock, prompt, isPlain }: ChatRun, chat: Chat): Promise<void> {
  await clock.sleep(0, chat.signal).catch(() => undefined);
  if (chat.signal.aborted) return;
  if (!isPlain) chat.tellMore();
  if (prompt !== null) await chat.submit(prompt);
}

/** The turn is stopped and stored; what takes longer than anybody waits for is left behind. */
async function closed({ clock, log, background }: ChatRun, chat: Chat): Promise<void> {
  const over = new AbortController();
  const closing = Promise.all([chat.session.close(), background?.close()]).catch((error: unknown) =>
    log("error", "chat.close_failed", { error: String(error) }),
  );
  await Promise.race([closing, clock.sleep(graceMs, over.signal).catch(() => undefined)]);
  over.abort();
}

/** All parts of the conversation, the newest and those before its compressions. */
async function forget({ store: { sessions } }: ChatRun, { session }: Chat): Promise<string> {
  const row = sessions.get(session.info.sessionId);
  if (row === null) return "";
  const removal = await sessions.remove(sessions.segments(row.conversation_id));
  return `${removal.kind === "removed" ? say.deleted : say.notDeleted(removal.holder)}\n`;
}

/** A session without a row cannot be gone on with. */
function goodbye({ clock, settings, store }: ChatRun, { screen }: Chat): string {
  const { turns, toolCalls, startedMs, info } = screen;
  if (settings.quiet || (turns === 0 && store.sessions.get(info.sessionId) === null)) return "";
  const duration = minutes(clock.now() - startedMs);
  return `${say.goodbye(info.sessionId)}\n${say.goodbyeCounts(duration, turns, toolCalls)}\n`;
}

async function liveView(run: ChatRun, chat: Chat, stopListening: (() => void)[]): Promise<View> {
  const { LiveView } = await import("./live-view.ts");
  const { signals } = run;
  const view = new LiveView({ chat, suspend: signals.suspend });
  stopListening.push(
    signals.onExit(() => view.hide()),
    signals.onSuspend(() => view.pause()),
    signals.onContinue(() => view.show()),
    signals.onInterrupt(() => chat.interrupt()),
  );
  return view;
}

async function plainView(run: ChatRun, chat: Chat): Promise<View> {
  const { PlainView } = await import("./plain-view.ts");
  return new PlainView(run, chat);
}

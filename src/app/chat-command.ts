import { join } from "node:path";
import type { CommandCall, CommandRun } from "../commands/command.ts";
import { isGiven } from "../commands/flag-value.ts";
import { openHomeStore } from "../commands/home-store.ts";
import { readRunOptions, type RunOptions } from "../commands/run-options.ts";
import type { SessionWish } from "../commands/slash/slash-command.ts";
import type { Terminal } from "../domain/terminal.ts";
import type { ChatOpening, ChatSettings } from "../surfaces/cli/chat-world.ts";
import { chooseModel } from "../provider/resolve/choose-model.ts";
import type { Fact } from "../surfaces/cli/screen.ts";
import { SecretDesk } from "../surfaces/cli/secret/secret-desk.ts";
import { cliPhrases as say } from "../text/phrases/cli.ts";
import { chatPhrases } from "../text/phrases/chat.ts";
import { buildBackground } from "./build-background.ts";
import { chatHelpers } from "./chat-helpers.ts";
import { runtimeInputs } from "./choose-runtime.ts";
import { chatSignals } from "./chat-signals.ts";
import { exitCodes } from "./exit-codes.ts";
import { lineReader } from "./line-reader.ts";
import { emptyProcessMemory, type ProcessMemory } from "./process-memory.ts";
import { openSession } from "./open-session.ts";
import { openSettings, type OpenSettings } from "./open-settings.ts";
import { withQuickCommands } from "./quick-slash.ts";
import { sessionLog } from "./session-log.ts";
import type { SessionOpening, SessionRequest } from "./session-request.ts";
import { slashWorld } from "./slash-world.ts";

/** `hermes` and `hermes chat`: a screen where somebody sits in front of one, one answer where not. */
export function chat(process: NodeJS.Process): CommandRun {
  return async (call) => {
    const read = readRunOptions(call);
    if (read.kind === "options" && isConversation(read.options, call.terminal))
      return begin(call, read.options, process);
    return (await import("./run-command.ts")).headlessRun(process)(call);
  };
}

function isConversation(options: RunOptions, { inIsTty, outIsTty }: Terminal): boolean {
  const { prompt, queryFile, outputFormat, inputFormat, jsonSchemaFile, usageFile, images } = options;
  const asksOnce = images.length > 0 || [prompt, queryFile, jsonSchemaFile, usageFile].some((given) => given !== null);
  return inIsTty && outIsTty && !asksOnce && outputFormat === "text" && inputFormat === "text";
}

/** Where nothing says which model to use, that is asked first. */
async function begin(call: CommandCall, options: RunOptions, process: NodeJS.Process): Promise<number> {
  const settings = await openSettings(call.context);
  if (settings.kind === "refused") return refuse(call, settings);
  if (!isUnconfigured(settings, options)) return talk(call, options, settings, process);
  const { firstStart } = await import("./first-start.ts");
  const start = await firstStart(call, settings, options, process);
  if (start.kind === "over") return start.exitCode;
  const now = await openSettings(call.context);
  return now.kind === "refused" ? refuse(call, now) : talk(call, start.options, now, process);
}

/** Nothing says which model to use. */
function isUnconfigured(settings: OpenSettings, options: RunOptions): boolean {
  const chosen = chooseModel(runtimeInputs(settings, options));
  return chosen.kind === "problem" && chosen.problem.kind === "no-model";
}

async function talk(
  call: CommandCall,
  given: RunOptions,
  settings: OpenSettings,
  process: NodeJS.Process,
): Promise<number> {
  const { options, prompt } = firstWords(given);
  const { terminal, context } = call;
  const opening = await openHomeStore(settings.home.path, context);
  if (opening.kind === "refused") return refuse(call, { ...opening, exitCode: exitCodes.failed });
  using store = opening.store;
  using lines = lineReader(process);
  const errors = { hear: terminal.err };
  const log = sessionLog(settings, context.clock);
  const place = { sessionId: "" };
  const heard = { ...call, terminal: { ...terminal, err: (text: string) => errors.hear(text) } };
  const memory = emptyProcessMemory(); // what one conversation learns the next one knows
  const isPlain = isGiven(call.flags, "plain") || context.env["TERM"] === "dumb";
  const secrets = new SecretDesk(context.clock);
  const open = opener(heard, options, process, { place, memory, ...(isPlain ? {} : { askPassword: secrets.ask }) });
  using _ = lastWords(process, (error) => {
    log("error", "chat.crashed", { error: error.stack ?? error.message });
    return chatPhrases.crashed(error.message, place.sessionId);
  });
  const { runChat } = await import("../surfaces/cli/run-chat.ts");
  return await runChat({
    open: withQuickCommands(open, settings, call),
    background: buildBackground(heard, options, { memory, log }),
    store,
    clock: context.clock,
    log,
    historyFile: join(settings.home.path, "history"),
    ...chatHelpers(context),
    settings: chatSettings(settings, options),
    skins: { folder: join(settings.home.path, "skins"), name: options.theme ?? settings.settings.display.skin },
    terminal,
    isPlain,
    secrets,
    prompt,
    signals: chatSignals(process),
    complainTo: (listener) => void (errors.hear = listener ?? terminal.err),
    readLine: lines.read,
  });
}

/** `--resume` without a session: the chat opens with its own question which one. */
function firstWords(options: RunOptions): { readonly options: RunOptions; readonly prompt: string | null } {
  const { session } = options;
  if (session.kind !== "resume" || session.reference !== null || options.fork) return { options, prompt: null };
  return { options: { ...options, session: { kind: "new" } }, prompt: "/resume" };
}

type Kept = Pick<SessionRequest, "askPassword"> & {
  readonly place: { sessionId: string };
  readonly memory: ProcessMemory;
};

/** The first session is the one the command line means; later ones are wished for in the chat. */
function opener(call: CommandCall, options: RunOptions, process: NodeJS.Process, { place, ...kept }: Kept) {
  return async (wish: SessionWish | null): Promise<ChatOpening> => {
    const wished = wish === null ? options : { ...options, fork: wish.kind === "branch", session: choiceOf(wish) };
    const { ask: _, ...silent } = call.terminal; // a question on a screen in use would be lost in it
    const asked = wish === null ? call : { ...call, terminal: silent };
    const parts = { canBeAsked: true, answersPermissions: true, looksBack: true, ...kept };
    const replaces = wish?.kind === "new" ? { replaces: { sessionId: place.sessionId, reason: "new" } } : {};
    const opening = await openSession({ call: asked, options: wished, ...parts, ...replaces });
    if (opening.kind === "refused") return opening;
    const { session, shell, slash } = opening;
    place.sessionId = session.info.sessionId;
    const isResumed = wished.session.kind !== "new";
    const facts = (): readonly Fact[] => bannerFacts(opening);
    const world = { ...slashWorld(call, options, session, process), ...slash };
    return { kind: "opened", session, shell, world, isResumed, facts };
  };
}

function bannerFacts({ skillCount, backend }: Extract<SessionOpening, { kind: "opened" }>): readonly Fact[] {
  return [
    [chatPhrases.factSkills, `${skillCount()}`],
    [chatPhrases.factShell, backend()],
  ];
}

function choiceOf(wish: SessionWish): RunOptions["session"] {
  switch (wish.kind) {
    case "new":
      return { kind: "new" };
    case "resume":
      return { kind: "resume", reference: wish.reference, exact: false };
    case "branch":
      return { kind: "resume", reference: wish.of, exact: true };
  }
}

function chatSettings({ settings, home }: OpenSettings, { quiet }: RunOptions): ChatSettings {
  const { display, approvals } = settings;
  return {
    display: {
      busyMode: display.busy_input_mode,
      reasoningView: display.show_reasoning ? (display.reasoning_full ? "full" : "clamped") : "hidden",
      toolView: display.tool_progress === "log" ? "off" : display.tool_progress,
      showsStatusBar: display.statusbar,
      showsTimes: display.timestamps,
    },
    confirms: approvals.destructive_slash_confirm,
    showsDiffs: display.inline_diffs,
    showsRecap: display.resume_display === "full",
    quiet,
    profile: home.profile,
  };
}

/** A bug ends the process with one line, after the terminal was given back. */
function lastWords(process: NodeJS.Process, line: (error: Error) => string): Disposable {
  const crashed = (error: Error): void => {
    const text = line(error);
    process.once("exit", () => void process.stderr.write(`${text}\n`));
    process.exit(exitCodes.failed);
  };
  process.on("uncaughtException", crashed);
  return { [Symbol.dispose]: () => void process.off("uncaughtException", crashed) };
}

function refuse({ terminal }: CommandCall, { message, exitCode }: { message: string; exitCode: number }): number {
  terminal.err(say.error(message));
  return exitCode;
}

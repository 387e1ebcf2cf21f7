import type { CommandCall } from "../commands/command.ts";
import { parse } from "../commands/parse.ts";
import type { RunOptions } from "../commands/run-options.ts";
import type { SlashWorld } from "../commands/slash/slash-command.ts";
import { noLog } from "../domain/log.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { Terminal } from "../domain/terminal.ts";
import { createModelMemory } from "../provider/catalog/model-memory.ts";
import { resolveRuntime } from "../provider/resolve-runtime.ts";
import type { Session } from "../session/session.ts";
import { slashPhrases as say } from "../text/phrases/slash.ts";
import { runtimeInputs } from "./choose-runtime.ts";
import { commandTree } from "./command-tree.ts";
import { exitCodes } from "./exit-codes.ts";
import { openSettings, type OpenSettings } from "./open-settings.ts";
import { withServedWindow } from "./served-windows.ts";
import { personalities } from "./personalities.ts";

/** What slash commands reach beyond their session. */
export function slashWorld(
  call: CommandCall,
  options: RunOptions,
  session: Session,
  process: NodeJS.Process,
): SlashWorld {
  return {
    ...personalities(call, options, session),
    switchModel: (reference, isOnce = false) => switchModel({ reference, isOnce }, call, options, session),
    command: (words, cwd) => runCommand(words, cwd === undefined ? call : inFolder(call, cwd), process),
    columns: () => columnsOf(process),
    git: async (args, cwd) => (await import("./ask-git.ts")).askGit(args, cwd, call.context),
    prices: async () => {
      const opened = await openSettings(call.context);
      return opened.kind === "refused" ? () => null : (await import("./insights-command.ts")).pricesIn(opened);
    },
  };
}

type ModelWish = { readonly reference: string; readonly isOnce: boolean };

async function switchModel(wish: ModelWish, { context }: CommandCall, { provider }: RunOptions, session: Session) {
  const settings = await openSettings(context);
  if (settings.kind === "refused") return { ok: false, text: settings.message };
  const resolved = resolveRuntime(runtimeInputs(settings, { model: wish.reference, provider }));
  if (resolved.kind !== "ok") return { ok: false, text: resolved.problem.message };
  const next = await sized(resolved.value, settings, context);
  const before = session.info.model;
  await (wish.isOnce ? session.switchRuntimeOnce(next) : session.switchRuntime(next));
  const text = wish.isOnce
    ? say.modelOnce(next.model, next.provider, before)
    : say.modelSwitched(next.model, next.provider);
  return { ok: true, text };
}

function sized(runtime: Runtime, { home }: OpenSettings, context: CommandCall["context"]): Promise<Runtime> {
  const models = createModelMemory({ home: home.path, clock: context.clock, log: noLog });
  return withServedWindow(runtime, { context, models, log: noLog, asked: new Map() });
}

const ownName = /^hermes: /gm; // in the chat nobody asks which program speaks

/** A subcommand whose output goes to the chat. It asks nothing: the chat has the terminal. */
async function runCommand(words: readonly string[], { context }: CommandCall, process: NodeJS.Process) {
  const parsed = parse(commandTree(process), words);
  if (parsed.kind === "problem") return { code: exitCodes.usage, text: parsed.message };
  const load = parsed.kind === "command" ? (parsed.path.at(-1)?.load ?? null) : null;
  if (parsed.kind !== "command" || load === null) return { code: exitCodes.usage, text: words.join(" ") };
  const written: string[] = [];
  const { flags, positionals } = parsed;
  const code = await (await load())({ flags, positionals, context, terminal: paper(written, columnsOf(process)) });
  return { code, text: written.join("").replaceAll(ownName, "").trimEnd() };
}

function inFolder(call: CommandCall, cwd: string): CommandCall {
  return { ...call, context: { ...call.context, cwd } };
}

/** Tables of a chat are made for 80 columns at most, and for fewer where the terminal has fewer. */
function columnsOf({ stdout }: NodeJS.Process): number {
  return stdout.columns > 0 ? Math.min(80, stdout.columns) : 80;
}

function paper(written: string[], columns: number): Terminal {
  return {
    out: (text) => void written.push(text),
    err: (text) => void written.push(text),
    outIsTty: false,
    inIsTty: false,
    color: false,
    columns,
    readInput: async () => new Uint8Array(),
  };
}

import type { RunOptions } from "../commands/run-options.ts";
import { newPurse } from "../agent/session-runtime.ts";
import type { Tree } from "../config/tree.ts";
import type { Runtime } from "../domain/runtime.ts";
import { PersistenceError } from "../domain/turn-journal.ts";
import { createModelMemory } from "../provider/catalog/model-memory.ts";
import { newSessionId } from "../store/session-id.ts";
import { agentPhrases } from "../text/phrases/agent.ts";
import { cliPhrases as say } from "../text/phrases/cli.ts";
import { chooseRuntime } from "./choose-runtime.ts";
import { chooseSession } from "./choose-session.ts";
import { exitCodes } from "./exit-codes.ts";
import { openHomeStore } from "../commands/home-store.ts";
import { openSettings, refused, type Refusal } from "./open-settings.ts";
import { emptyProcessMemory } from "./process-memory.ts";
import { withServedWindow } from "./served-windows.ts";
import { runtimeToLookAt } from "./runtime-to-look-at.ts";
import { forSession, sessionLog } from "./session-log.ts";
import { joinExtensions, openPlugins, type SessionPlugins } from "./open-plugins.ts";
import { workFolders } from "./start-folder.ts";
import { assemble } from "./assemble-session.ts";
import type { Opened, SessionOpening, SessionRequest } from "./session-request.ts";

/** From flags and files to a session that can be talked to, or the line and exit code that say why not. */
export async function openSession(request: SessionRequest): Promise<SessionOpening> {
  const { call, options } = request;
  const settings = await openSettings(call.context, { ...settingFlags(options), ...request.settings });
  if (settings.kind === "refused") return settings;
  if (!options.quiet) for (const text of settings.warnings) call.terminal.err(`${say.warning(text)}\n`);
  const log = sessionLog(settings, call.context.clock);
  for (const text of settings.warnings) log("warning", "config.warning", { text });
  const memory = request.memory ?? emptyProcessMemory();
  const choose = request.onlyLooks === true ? runtimeToLookAt : chooseRuntime;
  const chosen = choose(settings, options, memory.fallback);
  if (chosen.kind === "refused") return chosen;
  const unpriced = costProblem(chosen.runtime, settings.settings.agent.max_cost_usd);
  if (unpriced !== null) return refused(unpriced, exitCodes.usage);
  const place = options.ephemeral ? null : settings.home.path;
  const opening = await openHomeStore(place, call.context, log);
  if (opening.kind === "refused") return refused(opening.message, exitCodes.failed);
  const { store } = opening;
  const models = createModelMemory({ home: settings.home.path, clock: call.context.clock, log });
  const asking = { ...request, context: call.context, models, log, asked: memory.askedServers };
  const runtime = await withServedWindow(chosen.runtime, asking);
  const opened = { ...settings, log, runtime, store, memory, models };
  const session = await build(request, opened).catch(unreadable);
  if (session.kind === "refused") store[Symbol.dispose]();
  return session;
}

/** A limit that cannot be kept is no limit. */
function costProblem({ provider, model, prices }: Runtime, maxCostUsd: number): string | null {
  return maxCostUsd > 0 && prices === undefined ? agentPhrases.noPrice(provider, model) : null;
}

/** A disk that fails while the session is looked up. */
function unreadable(error: unknown): Refusal {
  if (error instanceof PersistenceError) return refused(error.message, exitCodes.failed);
  throw error;
}

async function build(request: SessionRequest, found: Opened): Promise<SessionOpening> {
  const start = await startOf(request, found);
  if (start.kind === "refused") return start;
  const opened = { ...found, log: forSession(found.log, start.sessionId) };
  const plugins = await pluginsOf(request, opened, start.cwd);
  const opening = await assemble(withPlugins(request, plugins), opened, { ...start, plugins });
  if (opening.kind === "refused") await plugins.close();
  return opening;
}

export type Start = Extract<Awaited<ReturnType<typeof startOf>>, { kind: "start" }>;

/** Which conversation goes on, and in which folders it works. */
async function startOf({ call, options }: SessionRequest, { store }: Opened) {
  const { clock, rng, cwd } = call.context;
  if (store.readOnly !== null) return refused(store.readOnly, exitCodes.failed);
  const resume = await chooseSession(store, options, call.context);
  if (resume.kind === "refused") return resume;
  const { row } = resume;
  const folders = workFolders(options, row, cwd);
  if (folders.kind === "refused") return folders;
  const sessionId = row?.id ?? newSessionId(clock, rng);
  const purse = row === null ? newPurse() : store.sessions.spent(row.conversation_id);
  return { kind: "start", row, sessionId, purse, cwd: folders.start, addDirs: folders.added } as const;
}

function pluginsOf(
  { call, options, onlyLooks = false, pluginHost: host }: SessionRequest,
  opened: Opened,
  cwd: string,
) {
  const { inIsTty, ask } = call.terminal;
  const mayAsk = inIsTty && ask !== undefined && !onlyLooks;
  return openPlugins({
    call,
    opened,
    cwd,
    platform: options.source ?? "cli",
    mayAsk,
    ...(host === undefined ? {} : { host }),
  });
}

function withPlugins(request: SessionRequest, plugins: SessionPlugins): SessionRequest {
  return {
    ...request,
    extensions: joinExtensions(request.extensions ?? {}, plugins),
    turnHooks: [...(request.turnHooks ?? []), ...plugins.turnHooks],
    contextSources: [...(request.contextSources ?? []), ...plugins.contextSources],
  };
}

/** Flags that are settings: they are checked like the file, but a bad one is an error and not a warning. */
function settingFlags({ maxTurns, runBudgetSeconds, maxCostUsd }: RunOptions): Tree {
  const agent = {
    ...(maxTurns === null ? {} : { max_turns: maxTurns }),
    ...(runBudgetSeconds === null ? {} : { run_budget_seconds: runBudgetSeconds }),
    ...(maxCostUsd === null ? {} : { max_cost_usd: maxCostUsd }),
  };
  return Object.keys(agent).length === 0 ? {} : { agent };
}

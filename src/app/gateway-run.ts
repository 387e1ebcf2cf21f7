import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { CommandCall, CommandRun } from "../commands/command.ts";
import { fail } from "../commands/fail.ts";
import { openHomeStore } from "../commands/home-store.ts";
import { takeAccount, takeGateway } from "../disk/gateway-lock.ts";
import type { Hold } from "../disk/holder-file.ts";
import type { Log } from "../domain/log.ts";
import type { PathRules } from "../safety/paths.ts";
import { redactSecrets } from "../safety/redact.ts";
import type { Store } from "../store/store.ts";
import { labelOf } from "../surfaces/gateway/platforms/keep-connected.ts";
import { questionOf } from "../surfaces/gateway/inbound/question-of.ts";
import { sessionOverlay } from "../surfaces/gateway/inbound/session-overlay.ts";
import { readGatewaySettings } from "../surfaces/gateway/read-gateway-settings.ts";
import { type GatewayEnd, type GatewayWorld, runGateway } from "../surfaces/gateway/run-gateway.ts";
import { gatewayProcessPhrases as say } from "../text/phrases/gateway-process.ts";
import { exitCodes } from "./exit-codes.ts";
import { openGatewayPlugins, type GatewayPlugins } from "./gateway-plugins.ts";
import { chatSettings } from "./gateway-signature.ts";
import { openChatSession } from "./gateway-sessions.ts";
import { gatewaySignals } from "./gateway-signals.ts";
import { openSettings, type OpenSettings } from "./open-settings.ts";
import { emptyProcessMemory } from "./process-memory.ts";
import { sessionLog } from "./session-log.ts";
import { workspaceRoot } from "./workspace-root.ts";

/** `hermes gateway run`: one process per home, until a signal ends it. */
export function gatewayRun(process: NodeJS.Process): CommandRun {
  return async (call) => {
    const opened = await openSettings(call.context);
    if (opened.kind === "refused") return fail(call, opened.message, exitCodes.doNotStart);
    const { clock, rng } = call.context;
    const holding = await takeGateway(opened.home.path, profileOf(opened), { clock, rng });
    if (holding.kind === "taken") return fail(call, say.taken(holding.holder), exitCodes.doNotStart);
    if (holding.kind === "busy") return fail(call, say.busy, exitCodes.startAgain);
    try {
      return await serve(call, opened, holding.hold, process);
    } finally {
      holding.hold.release();
    }
  };
}

async function serve(call: CommandCall, opened: OpenSettings, hold: Hold, process: NodeJS.Process): Promise<number> {
  const { context } = call;
  const log = sessionLog(opened, context.clock, "gateway.log");
  const opening = await openHomeStore(opened.home.path, context, log);
  if (opening.kind === "refused") return fail(call, opening.message, exitCodes.failed);
  using store = opening.store;
  if (store.readOnly !== null) return fail(call, store.readOnly, exitCodes.doNotStart);
  const folder = resolve(context.cwd, opened.settings.terminal.cwd);
  const place = { call, opened: { ...opened, log }, cwd: folder, platform: "gateway", mayAsk: false };
  const plugins = await openGatewayPlugins(place);
  using signals = gatewaySignals(process);
  using _ = keepHolding(hold, call, log);
  try {
    const world = await worldOf({ call, process, opened, store, plugins, folder, log });
    return endOf(call, await runGateway({ ...world, asked: signals.asked, hurry: signals.hurry }));
  } finally {
    await plugins.close();
  }
}

type Parts = {
  readonly call: CommandCall;
  readonly process: NodeJS.Process;
  readonly opened: OpenSettings;
  readonly store: Store;
  readonly plugins: GatewayPlugins;
  readonly folder: string;
  readonly log: Log;
};

async function worldOf(parts: Parts): Promise<Omit<GatewayWorld, "asked" | "hurry">> {
  const { call, opened, store, plugins, folder, log } = parts;
  const { clock, rng, env } = call.context;
  const { home } = opened;
  const { settings, warnings } = readGatewaySettings(opened.settings, opened.secrets.variable, home.profile);
  const tell = (line: string): void => {
    log("info", "gateway.told", { line });
    call.terminal.err(`${line}\n`);
  };
  for (const line of [...opened.warnings, ...warnings, ...plugins.takeNotices()]) tell(line);
  const ledger = await store.gateway();
  const memory = emptyProcessMemory();
  const served = plugins.platforms.filter(({ name }) => settings.platforms.has(name));
  const labels = new Map(served.map((platform) => [platform.name, labelOf(platform)]));
  const overlay: Parameters<typeof openChatSession>[1]["overlay"] = (message) =>
    sessionOverlay({
      message,
      settings,
      platformLabel: labels.get(message.platform) ?? message.platform,
      platforms: [...labels.values()],
      homes: [...labels].flatMap(([name, label]) => (ledger.routes.note(name, "home") === null ? [] : [label])),
      lacks: [],
    });
  const { signature, overrideFor } = chatSettings(parts, settings);
  const sessions = { ...parts, settings, memory, overlay, overrideFor, last: new Map<string, string>() };
  const paths: PathRules = {
    userHome: env["HOME"] ?? homedir(),
    hermesHome: home.path,
    roots: [workspaceRoot(folder)],
    safeRoots: [],
  };
  return {
    ledger,
    settings,
    clock,
    rng,
    log,
    store,
    tell,
    registered: plugins.platforms,
    hooks: plugins.hooks,
    couldBring: plugins.couldBring,
    lockAccount: async (platform, account) => {
      const taken = await takeAccount(home.base, { platform, account }, profileOf(opened), { clock, rng });
      if (taken.kind === "held") return { kind: "locked", release: () => taken.hold.release() };
      return { kind: "taken", holder: taken.kind === "taken" ? say.holder(taken.holder) : say.busy };
    },
    open: (wish) => openChatSession(wish, sessions),
    signature,
    questionOf: (message) => questionOf(message, settings, paths),
    timezone: opened.settings.timezone,
    redact: redactSecrets,
    media: { folders: [folder, join(home.path, "cache")], paths },
    ready: (talks) => {
      plugins.serveInject(talks.inject);
      tell(say.serving([...labels.values()]));
    },
  };
}

function endOf(call: CommandCall, end: GatewayEnd): number {
  if (end.kind === "ended") return end.by === "restart" ? exitCodes.startAgain : exitCodes.ok;
  for (const line of end.lines) fail(call, line, exitCodes.doNotStart);
  return exitCodes.doNotStart;
}

const renewMs = 60_000;

/** Whoever looks from another machine knows us by our signs of life. */
function keepHolding(hold: Hold, { context: { clock } }: CommandCall, log: Log): Disposable {
  const stop = new AbortController();
  const renew = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await clock.sleep(renewMs, stop.signal).catch(() => undefined);
      if (!stop.signal.aborted && !hold.renew()) log("error", "gateway.hold_lost");
    }
  };
  void renew();
  return { [Symbol.dispose]: () => stop.abort() };
}

function profileOf({ home }: OpenSettings): string {
  return home.profile ?? "default";
}

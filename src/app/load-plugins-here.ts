import { join } from "node:path";
import { gitRoot } from "../disk/git-root.ts";
import { consentBook } from "../plugins/consents.ts";
import { createHookRunner, type HookRunner } from "../plugins/hooks/hook-runner.ts";
import { loadPlugins, type LoadedPlugins } from "../plugins/load-plugins.ts";
import type { HookCallback } from "../plugins/registration.ts";
import { brokenGuard, shellCallbacks } from "../plugins/shell/shell-callbacks.ts";
import { readShellHooks } from "../plugins/shell/shell-hook.ts";
import { unwatched, type Watch } from "../plugins/watch.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import type { PluginsPlace } from "./open-plugins.ts";
import { offerOwnModules } from "./plugin-imports.ts";
import { choiceRules } from "./plugin-rules.ts";
import { startStallWatch, type StallWatch } from "./stall-watch.ts";

const drainMs = 2_000;

/** Plugins and shell hooks, loaded and tied to nothing yet. */
export type LoadedHere = {
  readonly loaded: LoadedPlugins;
  readonly runner: HookRunner;
  readonly watch: Watch;
  readonly notice: (text: string) => void;
  readonly takeNotices: () => readonly string[];
  readonly close: () => Promise<void>;
};

/** For a session, or for a gateway before any session stands. */
export async function loadHere(place: PluginsPlace): Promise<LoadedHere> {
  const notices: string[] = [];
  const notice = (text: string): void => {
    notices.push(text);
    place.opened.log("warning", "plugins.notice", { text });
  };
  const stalls =
    place.host === undefined ? lazyWatch(place, notice) : { ...place.host.watch, [Symbol.dispose]: () => {} };
  const modules = offerOwnModules();
  const loaded = await load(place, stalls);
  loaded.desk.gateway = place.host?.inject ?? null;
  const shell = await shellHooks(place, notice);
  for (const text of loaded.warnings) notice(text);
  const runner = hookRunner(place, { loaded, shell, notice, watch: stalls });
  const close = async (): Promise<void> => {
    await runner.settled(drainMs);
    await loaded.dispose();
    stalls[Symbol.dispose]();
    modules[Symbol.dispose]();
  };
  let closed: Promise<void> | null = null;
  return {
    loaded,
    runner,
    watch: stalls,
    notice,
    takeNotices: () => notices.splice(0),
    close: () => (closed ??= close()),
  };
}

type RunnerParts = Pick<LoadedHere, "loaded" | "notice" | "watch"> & { readonly shell: readonly HookCallback[] };

function load({ opened, call, cwd }: PluginsPlace, watch: Watch): Promise<LoadedPlugins> {
  const { settings, home, secrets, log } = opened;
  const { env, clock, signal } = call.context;
  const root = gitRoot(cwd);
  return loadPlugins({
    places: { bundled: null, home: home.path, gitRoot: root },
    rules: choiceRules(settings, { home: home.path, env, gitRoot: root }),
    entries: settings.plugins.entries,
    secret: secrets.variable,
    clock,
    log,
    watch,
    signal,
    importModule: (url) => import(url),
  });
}

async function shellHooks(place: PluginsPlace, notice: (text: string) => void): Promise<readonly HookCallback[]> {
  const { opened, call, cwd, mayAsk } = place;
  const { settings, home, secrets } = opened;
  const { ask } = call.terminal;
  const read = readShellHooks(settings.hooks);
  const { callbacks, warnings } = await shellCallbacks(read.hooks, {
    cwd,
    env: call.context.env,
    consents: consentBook(home.path),
    acceptsAll: settings.hooks_auto_accept,
    secret: secrets.variable,
    ask:
      mayAsk && ask !== undefined
        ? async (question) => /^y(?:es)?$/i.test((await ask(question, call.context.signal)).trim())
        : null,
  });
  for (const text of [...read.problems, ...warnings]) notice(text);
  return [...callbacks, ...read.brokenGuards.map(brokenGuard)];
}

/** Shell hooks come last; their code is ours and needs no watching. */
function hookRunner({ opened, call }: PluginsPlace, { loaded, shell, notice, watch }: RunnerParts): HookRunner {
  const callbacks = (): readonly HookCallback[] => [...loaded.registrations.flatMap(({ hooks }) => hooks), ...shell];
  return createHookRunner(callbacks, {
    clock: call.context.clock,
    log: opened.log,
    watch: loaded.registrations.length === 0 ? unwatched : watch,
    notice,
    later: (work) => void setImmediate(work),
  });
}

/** The thread starts with the first line of foreign code. */
function lazyWatch({ opened }: PluginsPlace, notice: (text: string) => void): StallWatch {
  let started: StallWatch | null = null;
  const logs = join(opened.home.path, "logs");
  const start = (): StallWatch =>
    startStallWatch({
      logFiles: [join(logs, "agent.log"), join(logs, "errors.log")],
      stalled: (what, ms) => notice(say.stalled(what, Math.round(ms / 100) / 10)),
    });
  return {
    run: (label, work) => (started ??= start()).run(label, work),
    [Symbol.dispose]: () => started?.[Symbol.dispose](),
  };
}

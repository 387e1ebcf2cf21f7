import type { CommandContext } from "../commands/command.ts";
import type { HttpTransport } from "../domain/http.ts";
import { type Log, noLog } from "../domain/log.ts";
import type { Runtime } from "../domain/runtime.ts";
import { createModelMemory, type ModelMemory, windowKey } from "../provider/catalog/model-memory.ts";
import { credentialHeader } from "../provider/client/http-request.ts";
import { askJson, rootOf } from "../provider/local/ask-json.ts";
import { servedWindow } from "../provider/local/served-window.ts";
import { systemClock } from "./system-clock.ts";
import type { WireChoice } from "./build-model-client.ts";

/** What servers of this machine said in earlier runs. The file is read when somebody asks. */
export function rememberedWindows(home: string): (model: string, baseUrl: string) => number | null {
  let memory: ModelMemory | null = null;
  return (model, baseUrl) => {
    memory ??= createModelMemory({ home, clock: systemClock, log: noLog });
    return memory.served.get(windowKey(model, baseUrl)) ?? null;
  };
}

type Asking = {
  readonly context: Pick<CommandContext, "clock" | "signal">;
  readonly models: ModelMemory;
  readonly log: Log;
  /** Who was asked by this process already. */
  readonly asked: AskedServers;
  /** A wire of somebody's own: what is behind it is theirs. */
  readonly transport?: WireChoice["transport"];
  /** Nobody outside is asked. */
  readonly onlyLooks?: boolean;
};

/** null: nobody answered. */
type Heard = { readonly tokens: number | null; readonly lasts: boolean } | null;
export type AskedServers = Map<string, Promise<Heard>>;

const patienceMs = 250; // the longest a start waits for it

/**
 * The runtime with the window its own server gives it. Only a server on this machine or its network is asked, only
 * where the person has not said it, once per process; what was remembered counts at once and is looked up meanwhile.
 */
export async function withServedWindow(runtime: Runtime, asking: Asking): Promise<Runtime> {
  const { models, asked } = asking;
  if (!isAskable(runtime, asking)) return runtime;
  const key = windowKey(runtime.model, runtime.baseUrl);
  const answer = asked.get(key) ?? askServer(runtime, asking);
  asked.set(key, answer);
  const learned = learnedFrom(answer, key, asking);
  const isKnown = models.served.get(key) !== undefined; // the runtime was resolved with it
  return withWindow(runtime, isKnown ? null : await learned);
}

/**
 * Gives the window as the server named it last, and asks again meanwhile: one that was started anew with another window
 * counts from the next turn on, and no turn waits for it.
 */
export function followWindows(asking: Asking): (runtime: Runtime) => Runtime {
  const heard = new Map<string, number | null>();
  const running = new Set<string>();
  const listen = (key: string, answer: Promise<Heard>): void => {
    running.add(key);
    void learnedFrom(answer, key, asking)
      .then((tokens) => heard.set(key, tokens ?? heard.get(key) ?? null))
      .finally(() => running.delete(key));
  };
  return (runtime) => {
    if (!isAskable(runtime, asking)) return runtime;
    const key = windowKey(runtime.model, runtime.baseUrl);
    const isNew = !heard.has(key);
    const first = isNew ? asking.asked.get(key) : undefined; // by whoever opened the session
    if (!running.has(key)) listen(key, first ?? askServer(runtime, asking));
    return withWindow(runtime, heard.get(key) ?? null);
  };
}

/** A server that answered and named no window is not asked again: it is some other program, and need not be bothered. */
function isAskable(runtime: Runtime, { transport, models, onlyLooks = false }: Asking): boolean {
  const isTheirs = runtime.statedWindow === true || transport !== undefined;
  const isMute = models.served.get(windowKey(runtime.model, runtime.baseUrl)) === null;
  return runtime.traits.local && !isTheirs && !onlyLooks && !isMute;
}

function learnedFrom(answer: Promise<Heard>, key: string, { models, log }: Asking): Promise<number | null> {
  return answer
    .then((heard) => remembered(heard, key, models))
    .catch((error: unknown) => {
      log("warning", "window.unasked", { error: String(error) }); // a session opens all the same
      return null;
    });
}

function withWindow(runtime: Runtime, tokens: number | null): Runtime {
  if (tokens === null || tokens === runtime.contextLength) return runtime;
  const { guessedWindow: _, ...known } = runtime;
  return { ...known, contextLength: tokens };
}

function remembered(heard: Heard, key: string, models: ModelMemory): number | null {
  if (heard?.lasts === true) models.served.set(key, heard.tokens);
  return heard?.tokens ?? null;
}

async function askServer(runtime: Runtime, { context }: Asking): Promise<Heard> {
  const { createHttpTransport } = await import("../provider/http/http-transport.ts");
  const { clock, signal } = context;
  using limit = clock.deadline(patienceMs, signal);
  const direct = createHttpTransport({ clock, environment: {} }); // never by way of a proxy
  const wire = { isAlive: false };
  const transport: HttpTransport = async (request, stop) => {
    const response = await direct(request, stop);
    wire.isAlive = true;
    return response;
  };
  const headers = { ...credentialHeader(runtime), ...runtime.headers };
  const window = await servedWindow(
    runtime,
    askJson({ transport, root: rootOf(runtime.baseUrl), headers }, limit.signal),
  );
  if (window === null && (!wire.isAlive || limit.expired())) return null;
  return window ?? { tokens: null, lasts: true };
}

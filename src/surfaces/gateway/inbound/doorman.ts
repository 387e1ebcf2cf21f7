import type { Clock } from "../../../domain/clock.ts";
import type { GatewayHooks } from "../../../domain/gateway-hooks.ts";
import type { GatewayLedger, InboundMessage, StoredMessage } from "../../../domain/gateway-ledger.ts";
import type { Log } from "../../../domain/log.ts";
import type { Arrival } from "../arrival.ts";
import type { GatewaySettings } from "../gateway-settings.ts";
import { admit, type AdmitDeps } from "./admit.ts";
import type { Utterance } from "./fragments.ts";
import { createGathering } from "./gather.ts";
import { createEar } from "./heard.ts";
import { createLanes } from "./lanes.ts";
import { readMessage } from "./read-message.ts";
import { sessionKey } from "./session-key.ts";
import { wordlessReason } from "./wordless-reason.ts";

export type DoormanDeps = {
  readonly settings: GatewaySettings;
  readonly ledger: Pick<GatewayLedger, "inbox" | "pairing" | "routes">;
  readonly clock: Clock;
  readonly log: Log;
  /** Once it aborts nobody comes in any more; messages are still written down, for the next start. */
  readonly signal: AbortSignal;
  readonly arrive: (arrival: Arrival) => void;
  /** A line for the chat a message came from. */
  readonly say: (message: InboundMessage, text: string) => Promise<unknown>;
  readonly hook: GatewayHooks["beforeDispatch"];
};

/** Between what platforms hear and what may begin a turn. Nothing here throws or rejects. */
export type Doorman = {
  /** As the platform gave it. */
  readonly come: (platform: string, message: unknown) => void;
  /** One that a process before us wrote down and did not answer. */
  readonly readmit: (stored: StoredMessage) => void;
  /** When nothing is on its way any more; who is still speaking is waited for. */
  readonly settled: () => Promise<void>;
};

export function createDoorman(deps: DoormanDeps): Doorman {
  const { settings, ledger, clock, log, signal } = deps;
  const ear = createEar(settings, ledger.routes);
  const [writing, admitting] = [createLanes(), createLanes()];
  const admitDeps: AdmitDeps = { settings, pairing: ledger.pairing, ear, hook: deps.hook, say: deps.say, log, signal };
  const whole = (said: Utterance): void => {
    admitting.run(said.key, () => guarded(said.key, deps, () => letIn(said, deps, admitDeps)));
  };
  const gathering = createGathering({ clock, signal, whole });

  const write = async (message: InboundMessage, key: string): Promise<void> => {
    const row = await ledger.inbox.accept(message, key);
    if (row === null) log("debug", "gateway.message_repeated", { sessionKey: key });
    else gathering.add(key, message, row);
  };

  const inFlight = (): readonly Promise<void>[] => [...writing.running(), ...gathering.open(), ...admitting.running()];

  return {
    come: (platform, raw) => {
      const message = wanted(platform, raw, deps);
      if (message === null) return;
      const key = sessionKey(message, settings);
      writing.run(key, () => guarded(key, deps, () => write(message, key)));
    },
    readmit: ({ id, sessionKey: key, message }) => {
      writing.run(key, () => guarded(key, deps, async () => gathering.add(key, message, id)));
    },
    settled: async () => {
      for (let waiting = inFlight(); waiting.length > 0; waiting = inFlight()) await Promise.all(waiting);
    },
  };
}

/** Null: nothing we would ever answer, so that it is not even written down. */
function wanted(name: string, raw: unknown, { settings, clock, log }: DoormanDeps): InboundMessage | null {
  const ignore = (reason: string, level: "debug" | "warning" = "warning"): null => {
    log(level, "gateway.message_ignored", { platform: name, reason });
    return null;
  };
  const platform = settings.platforms.get(name);
  if (platform === undefined) return ignore("the platform is not served");
  const read = readMessage(name, raw, clock.now());
  if (read.kind === "malformed") return ignore(read.problem);
  if (read.message.isOwn) return ignore("we said it", "debug");
  if (read.message.isBot && !platform.takesBots) return ignore("a bot said it", "debug");
  return read.message;
}

async function letIn(said: Utterance, { ledger, log, arrive, signal }: DoormanDeps, deps: AdmitDeps): Promise<void> {
  if (signal.aborted) return;
  const admission = await admit(said, deps);
  if (admission.kind === "arrival") {
    if (!signal.aborted) arrive(admission.arrival);
    return;
  }
  log("info", "gateway.message_dropped", { sessionKey: said.key, reason: admission.reason });
  await ledger.inbox.settle(said.rows, "dropped");
}

/** What fails stays in the inbox and comes again with the next start. */
async function guarded(key: string, { log }: DoormanDeps, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    log("error", "gateway.message_failed", { sessionKey: key, reason: wordlessReason(error) });
  }
}

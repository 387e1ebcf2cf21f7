import type { Log } from "../../../domain/log.ts";
import type { ButtonPress, PlatformLink, PlatformMessage } from "../../../domain/platform.ts";
import { plainLine } from "../../../commands/plain-text.ts";
import { redactSecrets } from "../../../safety/redact.ts";
import { isRecord } from "../../../text/is-record.ts";
import { gatewayPlatformsPhrases as say } from "../../../text/phrases/gateway-platforms.ts";

/** Who listens to the platforms. What it is given was checked by nobody. */
export type PlatformEar = {
  readonly message: (platform: string, message: PlatformMessage) => void;
  readonly press: (platform: string, press: ButtonPress) => void;
  readonly event: (platform: string, event: Readonly<Record<string, unknown>>) => void;
};

export type Loss = { readonly reason: string; readonly retryable: boolean };

type Around = {
  readonly name: string;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly log: Log;
  readonly ear: PlatformEar;
  readonly lost: (loss: Loss) => void;
};

export type GuardedLink = {
  readonly link: PlatformLink;
  /** From now on whatever the platform says through this link is dropped. */
  readonly cut: () => void;
};

/** The link of one connection. No call of a plugin throws here, whatever it hands over and whenever it comes. */
export function guardedLink({ name, settings, log, ear, lost }: Around): GuardedLink {
  let isCut = false;
  const guarded =
    <Given extends readonly unknown[]>(what: string, work: (...given: Given) => void) =>
    (...given: Given): void => {
      if (isCut) return log("debug", "platform.late_call", { platform: name, call: what });
      try {
        work(...given);
      } catch (error) {
        log("warning", "platform.link_failed", { platform: name, call: what, error: reasonOf(error) });
      }
    };
  return {
    link: {
      settings: structuredClone(settings),
      log: guarded("log", (level, event, fields) => log(levelOf(level), `platform.${name}.${event}`, fields)),
      message: guarded("message", (message) => ear.message(name, message)),
      press: guarded("press", (press) => ear.press(name, press)),
      event: guarded("event", (event) => {
        if (isRecord(event)) ear.event(name, event);
      }),
      lost: guarded("lost", (why) => lost(lossOf(why))),
    },
    cut: () => void (isCut = true),
  };
}

const levels: ReadonlySet<unknown> = new Set(["debug", "info", "warning", "error"]);

function levelOf(level: Parameters<Log>[0]): Parameters<Log>[0] {
  return levels.has(level) ? level : "info";
}

/** Only a clear no ends the trying. */
function lossOf(why: unknown): Loss {
  const { message, retryable } = isRecord(why) ? why : {};
  return { reason: reasonOf(message), retryable: retryable !== false };
}

const longestReason = 300;
const mostRead = 10_000;

/** What went wrong in somebody else's words, on one line; those like to name the address with the token in it. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : error;
  const line = typeof text === "string" ? plainLine(redactSecrets(text.slice(0, mostRead)), longestReason) : "";
  return line === "" ? say.noReason : line;
}

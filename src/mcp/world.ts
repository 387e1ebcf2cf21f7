import type { Clock, Rng } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import type { Resolve } from "../safety/urls/system-resolve.ts";
import type { UrlRules } from "../safety/urls/judge-url.ts";
import type { LoginDesk } from "./oauth/login-desk.ts";
import type { Sample } from "./requests/sampling.ts";

/** What all servers of a session have in common. */
export type McpWorld = {
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Where stdio servers start, and the one root they are told of. */
  readonly workspace: string;
  /** Where logins are kept. */
  readonly tokenFolder: string;
  readonly clock: Clock;
  readonly rng: Rng;
  readonly log: Log;
  readonly urls: UrlRules;
  readonly resolve: Resolve;
  readonly redact: (text: string) => string;
  /** A person who can log in right now; null: a server that wants a login waits for `hermes mcp login`. */
  readonly desk: LoginDesk | null;
  /** Asks a side model; null: there is none. */
  readonly sample: Sample | null;
  readonly maxResultChars: number;
};

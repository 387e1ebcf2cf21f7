import type { RunOptions } from "../../commands/run-options.ts";
import type { Clock } from "../../domain/clock.ts";
import type { SessionInfo } from "../../domain/event.ts";
import type { Log } from "../../domain/log.ts";
import type { Terminal } from "../../domain/terminal.ts";
import type { Opening } from "./once-session.ts";
import type { StopSources } from "./stop-watch.ts";
import type { Talk } from "./talk.ts";

export type OnceRequest = Pick<
  RunOptions,
  | "prompt"
  | "queryFile"
  | "images"
  | "outputFormat"
  | "inputFormat"
  | "jsonSchemaFile"
  | "usageFile"
  | "quiet"
  | "verbose"
>;

/** A headless run and all it touches of the world. */
export type OnceRun = {
  readonly request: OnceRequest;
  /** Called once, after the input was found good. Rejects when the signal aborts, or for a bug. */
  readonly openSession: (signal: AbortSignal) => Promise<Opening>;
  readonly terminal: Terminal;
  /** stdin as it arrives, for `--input-format stream-json`. It ends or rejects when the signal aborts. */
  readonly readChunks: (signal: AbortSignal) => AsyncIterable<Uint8Array>;
  readonly stops: StopSources;
  readonly clock: Clock;
  readonly log: Log;
  readonly cwd: string;
};

/** What is known while a run goes on, so that it can be closed at any moment. */
export type Progress = { wasPrepared: boolean; info: SessionInfo | null; talk: Talk | null };

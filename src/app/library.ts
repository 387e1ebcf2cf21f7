import type { CommandContext } from "../commands/command.ts";
import { readRunOptions, type RunOptions } from "../commands/run-options.ts";
import type { Approver } from "../domain/approval.ts";
import type { Clock, Rng } from "../domain/clock.ts";
import type { AgentEvent } from "../domain/event.ts";
import type { HttpTransport } from "../domain/http.ts";
import { noLog, type Log } from "../domain/log.ts";
import type { Content, Message } from "../domain/message.ts";
import type { ApiMode } from "../domain/runtime.ts";
import type { Tool } from "../domain/tool.ts";
import type { ToolHooks } from "../domain/tool-hooks.ts";
import type { TurnResult } from "../domain/turn.ts";
import type { Session } from "../session/session.ts";
import manifest from "../../package.json" with { type: "json" };
import type { ToolExtensions } from "./build-tools.ts";
import { callbackAdapter, type AgentCallbacks } from "./callbacks.ts";
import type { ProcessMemory } from "./process-memory.ts";
import { openSession } from "./open-session.ts";
import { systemClock } from "./system-clock.ts";
import { systemRng } from "./system-rng.ts";

export type { AgentCallbacks, StepTool, ToolProgress } from "./callbacks.ts";
export { emptyProcessMemory, type ProcessMemory } from "./process-memory.ts";
export { TurnRunningError } from "../session/session.ts";
export type { ContextEngine } from "../domain/context-engine.ts";
export type { AgentEvent, SessionInfo } from "../domain/event.ts";
export type { ExitReason } from "../domain/exit.ts";
export type { Message, ToolCall } from "../domain/message.ts";
export { defineTool, type Tool, type ToolContext } from "../domain/tool.ts";
export { fail, ok, type ToolOutcome } from "../domain/outcome.ts";
export type { Approver } from "../domain/approval.ts";
export type { ToolHooks } from "../domain/tool-hooks.ts";
export type { TurnResult } from "../domain/turn.ts";
export type { Usage } from "../domain/usage.ts";

export type AgentOptions = AgentCallbacks & {
  readonly model?: string;
  readonly provider?: string;
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly apiMode?: ApiMode;
  /** Where settings, memory and sessions are kept; the user's own home unless told. */
  readonly home?: string;
  readonly cwd?: string;
  readonly maxIterations?: number;
  readonly enabledToolsets?: readonly string[];
  /** Part of the cached prompt. */
  readonly systemMessage?: string;
  /** Sent with every request, never stored. */
  readonly ephemeralSystemPrompt?: string;
  /** Go on with this stored session. */
  readonly sessionId?: string;
  readonly platform?: string;
  /** Run commands without asking, but for the hard floor. */
  readonly yolo?: boolean;
  readonly allow?: readonly string[];
  /** Tools of the caller's own, besides those of the toolsets. */
  readonly extraTools?: readonly Tool[];
  readonly toolHooks?: readonly ToolHooks[];
  /** Asked where neither a rule nor a setting has decided; without one the answer is no. */
  readonly approver?: Approver;
  /** What agents of one process share: sizes learned, fallbacks found unusable. */
  readonly memory?: ProcessMemory;
  /** Keep nothing on disk. */
  readonly ephemeral?: boolean;
  readonly log?: Log;
  /** Other time, chance or wire than the real ones. */
  readonly clock?: Clock;
  readonly rng?: Rng;
  readonly transport?: HttpTransport;
};

export type ConversationOptions = {
  /** Instead of the stored history; neither changed nor kept. */
  readonly conversationHistory?: readonly Message[];
  readonly taskId?: string;
  readonly streamCallback?: (text: string | null) => void;
};

/** Bad options, a missing key or a broken home: what to mend is in the message. */
export class AgentSetupError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.name = "AgentSetupError";
    this.exitCode = exitCode;
  }
}

export async function createAgent(options: AgentOptions): Promise<Agent> {
  const context = contextOf(options);
  const opening = await openSession({
    call: { flags: {}, positionals: [], terminal: silent, context },
    options: runOptions(options),
    settings: settingsOf(options),
    extensions: extensionsOf(options),
    ...(options.memory === undefined ? {} : { memory: options.memory }),
    ...(options.transport === undefined ? {} : { transport: options.transport }),
  });
  if (opening.kind === "refused") throw new AgentSetupError(opening.message, opening.exitCode);
  return new Agent(opening.session, options);
}

/** A session with functions instead of events. One turn at a time. */
export class Agent {
  readonly #session: Session;
  readonly #callbacks: AgentCallbacks;
  readonly #log: Log;

  constructor(session: Session, options: AgentOptions) {
    this.#session = session;
    this.#callbacks = options;
    this.#log = options.log ?? noLog;
  }

  get session(): Session {
    return this.#session;
  }

  get isInterrupted(): boolean {
    return this.#session.isInterrupted;
  }

  /** The final text of a turn, and nothing else. */
  async chat(message: string, options: Pick<ConversationOptions, "streamCallback"> = {}): Promise<string> {
    return (await this.runConversation(message, options)).final_response ?? "";
  }

  /** Never rejects for what a provider or a tool does; that is in the result. A second call while one runs rejects. */
  async runConversation(content: Content, options: ConversationOptions = {}): Promise<TurnResult> {
    const { conversationHistory: history, taskId, streamCallback } = options;
    const turn = this.#session.send({
      content,
      ...(history === undefined ? {} : { history }),
      ...(taskId === undefined ? {} : { taskId }),
    });
    const listeners = [callbackAdapter(this.#callbacks, this.#log)];
    if (streamCallback !== undefined)
      listeners.push(callbackAdapter({ streamDeltaCallback: streamCallback }, this.#log));
    const heard = deliver(turn.events, listeners);
    const result = await turn.result;
    await heard;
    return result;
  }

  interrupt(message?: string): void {
    this.#session.interrupt(message ?? null);
  }

  clearInterrupt(): void {
    this.#session.clearInterrupt();
  }

  steer(text: string): boolean {
    return this.#session.steer(text);
  }

  close(): Promise<void> {
    return this.#session.close();
  }
}

async function deliver(
  events: AsyncIterable<AgentEvent>,
  listeners: readonly ((event: AgentEvent) => void)[],
): Promise<void> {
  for await (const event of events) for (const listener of listeners) listener(event);
}

const silent = {
  out: () => undefined,
  err: () => undefined,
  outIsTty: false,
  inIsTty: false,
  color: false,
  columns: 80,
  readInput: async () => null,
};

function contextOf({ home, cwd, clock, rng }: AgentOptions): CommandContext {
  return {
    env: home === undefined ? process.env : { ...process.env, HERMES_HOME: home, HERMES_PROFILE: undefined },
    cwd: cwd ?? process.cwd(),
    clock: clock ?? systemClock,
    rng: rng ?? systemRng,
    signal: new AbortController().signal,
    profile: null,
    configuration: { strict: false, ignoreUserConfig: false, envFile: null },
    version: manifest.version,
  };
}

function runOptions(given: AgentOptions): RunOptions {
  const read = readRunOptions({ flags: {}, positionals: [] });
  if (read.kind !== "options") throw new Error(read.message);
  const { model = null, provider = null, enabledToolsets = null, maxIterations = null } = given;
  const { systemMessage = null, ephemeralSystemPrompt = null, yolo = false, allow = [], ephemeral = false } = given;
  return {
    ...read.options,
    model,
    provider,
    toolsets: enabledToolsets,
    maxTurns: maxIterations,
    system: systemMessage,
    appendSystem: ephemeralSystemPrompt,
    source: given.platform ?? "library",
    yolo,
    allow,
    ephemeral,
    session: sessionChoice(given),
  };
}

function sessionChoice({ sessionId }: AgentOptions): RunOptions["session"] {
  return sessionId === undefined ? { kind: "new" } : { kind: "resume", reference: sessionId, exact: false };
}

function extensionsOf({ extraTools = [], toolHooks = [], approver }: AgentOptions): ToolExtensions {
  return { tools: extraTools, hooks: toolHooks, ...(approver === undefined ? {} : { approver }) };
}

/** An endpoint of the caller's own is an entry of `providers`, as if it stood in config.yaml. */
function settingsOf({ provider, baseUrl, apiKey, apiMode }: AgentOptions) {
  const entry = {
    ...(baseUrl === undefined ? {} : { base_url: baseUrl }),
    ...(apiKey === undefined ? {} : { api_key: apiKey }),
    ...(apiMode === undefined ? {} : { api_mode: apiMode }),
  };
  return Object.keys(entry).length === 0 ? {} : { providers: { [provider ?? "custom"]: entry } };
}

import type {
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  Tool,
} from "@modelcontextprotocol/client";
import type { ToolOutcome } from "../domain/outcome.ts";
import { mcpPhrases as say } from "../text/phrases/mcp.ts";
import { callLimit } from "./call-limit.ts";
import { noLimit } from "./client.ts";
import { BadEntryError, openConnection, type Connection } from "./connection.ts";
import { failedCall } from "./failed-call.ts";
import { LoginNeededError } from "./oauth/oauth-provider.ts";
import type { Asking } from "./requests/asking.ts";
import { loadSdk, type Sdk } from "./sdk.ts";
import type { McpServerSettings } from "./server-settings.ts";
import type { McpWorld } from "./world.ts";

export type ServerState =
  | { readonly kind: "connecting" }
  | { readonly kind: "ready"; readonly tools: number }
  | { readonly kind: "down"; readonly reason: string; readonly triesAgain: boolean }
  | { readonly kind: "closed" };

/** The methods a call may use, behind whatever connection there is by then. */
export type ServerLine = {
  readonly callTool: (name: string, args: Readonly<Record<string, unknown>>) => Promise<CalledTool>;
  readonly listResources: () => Promise<{
    readonly resources: readonly Resource[];
    readonly templates: readonly ResourceTemplateType[];
  }>;
  readonly readResource: (uri: string) => Promise<ReadResourceResult>;
  readonly listPrompts: () => Promise<readonly Prompt[]>;
  readonly getPrompt: (name: string, args: Readonly<Record<string, string>>) => Promise<GetPromptResult>;
};

type CalledTool = Awaited<ReturnType<Connection["client"]["callTool"]>>;

export type CallContext = Asking & { readonly progress: (note: string) => void; readonly changesNothing: boolean };

const backOffMs = { first: 1_000, most: 60_000 };
const steadyMs = 60_000; // a connection that held this long starts the back-off anew

/** One server for as long as a session lives: connected in the background, and again whenever it is lost. */
export class McpServer {
  readonly name: string;
  readonly settings: McpServerSettings;
  readonly #world: McpWorld;
  readonly #stop = new AbortController();
  #settled = Promise.withResolvers<void>();
  readonly #running: Asking[] = [];
  #state: ServerState = { kind: "connecting" };
  #connection: Connection | null = null;
  #tools: readonly Tool[] = [];
  #life: Promise<void> | null = null;
  #retry = new AbortController();

  constructor(name: string, settings: McpServerSettings, world: McpWorld) {
    this.name = name;
    this.settings = settings;
    this.#world = world;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** As the server listed them last; kept while it is away, since a session's list is. */
  get tools(): readonly Tool[] {
    return this.#tools;
  }

  /** What a call may take; null: as long as it likes. */
  get limitMs(): number | null {
    return this.settings.timeout === 0 ? null : this.settings.timeout * 1_000;
  }

  /** Resolves when the first attempt, or the one that was asked for, has come to an end, whichever. */
  get settled(): Promise<void> {
    return this.#settled.promise;
  }

  get capabilities(): ReturnType<Connection["client"]["getServerCapabilities"]> {
    return this.#connection?.client.getServerCapabilities();
  }

  /** What it said about itself when it was connected to; secrets in it are gone. */
  get instructions(): string {
    return this.#world.redact(this.#connection?.client.getInstructions() ?? "");
  }

  start(): void {
    this.#life ??= this.#live();
  }

  /** Asks for the tools again, or stops waiting for the next attempt. */
  async refresh(signal: AbortSignal): Promise<void> {
    const connection = this.#connection;
    if (connection === null) return this.#tryNow();
    try {
      await this.#list(connection, signal);
    } catch (error) {
      this.#lost(connection, this.#reasonOf(error));
    }
  }

  /** Runs `work` on the live connection. Whatever goes wrong comes back as a result that says what is known. */
  async call(context: CallContext, work: (line: ServerLine) => Promise<ToolOutcome>): Promise<ToolOutcome> {
    const connection = this.#connection;
    if (connection === null) return this.#unreachable();
    using limit = callLimit(this.limitMs ?? 0, this.#world.clock, context.signal);
    const asking = withPatience(context, limit);
    this.#running.push(asking);
    try {
      return await connection.authorized(() => work(lineOf(connection, limit.signal, context.progress)));
    } catch (error) {
      const sdk = await loadSdk();
      const failure = failedCall(error, { sdk, limit, context, timeoutSeconds: this.settings.timeout });
      if (failure.isLost) this.#lost(connection, this.#reasonOf(error));
      return { kind: "error", message: this.#worded(failure.message), effect: failure.effect };
    } finally {
      this.#running.splice(this.#running.indexOf(asking), 1);
    }
  }

  async close(): Promise<void> {
    this.#stop.abort();
    this.#retry.abort();
    await this.#life;
    this.#state = { kind: "closed" };
    this.#settled.resolve();
  }

  async #live(): Promise<void> {
    const { clock } = this.#world;
    const sdk = await loadSdk();
    let failures = 0;
    while (!this.#stop.signal.aborted) {
      const since = clock.now();
      const triesAgain = await this.#once(sdk);
      this.#settled.resolve();
      if (this.#stop.signal.aborted) return;
      failures = clock.now() - since >= steadyMs ? 1 : failures + 1;
      const waitMs = Math.min(backOffMs.first * 2 ** (failures - 1), backOffMs.most);
      await this.#pause(triesAgain ? waitMs : null);
    }
  }

  /** Connects and stays until it is over. False: trying again would change nothing. */
  async #once(sdk: Sdk): Promise<boolean> {
    const { name, settings } = this;
    const asking = (): Asking | null => this.#running.at(-1) ?? null;
    let connection: Connection | null = null;
    try {
      connection = await openConnection({ name, settings, world: this.#world, sdk, asking }, this.#stop.signal);
      await this.#list(connection, this.#stop.signal);
      this.#connection = connection;
      this.#settled.resolve();
      const words = await Promise.race([connection.ended, this.#stopped()]);
      if (this.#state.kind === "ready") this.#down(this.#worded(endOf(words)), true);
      return true;
    } catch (error) {
      const triesAgain = !(error instanceof BadEntryError || error instanceof LoginNeededError);
      this.#down(this.#reasonOf(error), triesAgain);
      return triesAgain;
    } finally {
      this.#connection = null;
      await connection?.close();
    }
  }

  async #list({ client, authorized }: Connection, signal: AbortSignal): Promise<void> {
    using deadline = this.#world.clock.deadline(this.settings.connect_timeout * 1_000, signal);
    const { tools } = await authorized(() => client.listTools({}, { signal: deadline.signal, timeout: noLimit }));
    this.#tools = tools;
    this.#state = { kind: "ready", tools: tools.length };
    this.#world.log("info", "mcp.ready", { server: this.name, tools: tools.length });
  }

  /** The line itself broke: it is closed, which sets the next attempt going. */
  #lost(connection: Connection, reason: string): void {
    if (this.#connection !== connection) return;
    this.#connection = null;
    this.#down(reason, true);
    void connection.close().catch(() => undefined); // it is gone already
  }

  #down(reason: string, triesAgain: boolean): void {
    if (this.#stop.signal.aborted) return;
    this.#state = { kind: "down", reason, triesAgain };
    this.#world.log("warning", "mcp.down", { server: this.name, reason });
  }

  async #pause(ms: number | null): Promise<void> {
    this.#retry = new AbortController();
    const waits = ms === null ? aborted(this.#retry.signal) : this.#world.clock.sleep(ms, this.#retry.signal);
    await waits.catch(() => undefined); // stopped, or told to try now
    if (!this.#stop.signal.aborted) this.#state = { kind: "connecting" };
  }

  #tryNow(): void {
    if (this.#state.kind !== "down") return;
    this.#settled = Promise.withResolvers<void>();
    this.#retry.abort();
  }

  async #stopped(): Promise<string> {
    await aborted(this.#stop.signal);
    return "";
  }

  #unreachable(): ToolOutcome {
    const state = this.#state;
    const why = state.kind === "down" ? `: ${state.reason}` : "";
    const next =
      state.kind === "down" && !state.triesAgain ? "" : " It is being connected again; try later or go on without it.";
    return { kind: "error", message: `The MCP server ${this.name} is not connected${why}.${next}`, effect: "none" };
  }

  #reasonOf(error: unknown): string {
    if (error instanceof LoginNeededError) return say.loginNeeded(this.name);
    return this.#worded(messageOf(error));
  }

  /** Servers say what they like: secrets go, and so does what is too long to read. */
  #worded(text: string): string {
    return this.#world.redact(text).slice(0, 2_000);
  }
}

function endOf(words: string): string {
  return words === "" ? say.connectionLost : say.serverEnded(words);
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const isBare = cause instanceof Error && (error.message === "" || error.message === "fetch failed");
  return isBare ? messageOf(cause) : error.message;
}

function withPatience(context: CallContext, limit: ReturnType<typeof callLimit>): Asking {
  const { approve, ask, charge, tool } = context;
  return {
    tool,
    charge,
    signal: limit.signal,
    approve: (request) => limit.whileAsking(() => approve(request)),
    ask: ask === null ? null : (question, signal) => limit.whileAsking(() => ask(question, signal)),
  };
}

function lineOf({ client }: Connection, signal: AbortSignal, progress: (note: string) => void): ServerLine {
  const options = {
    signal,
    timeout: noLimit,
    onprogress: ({ progress: done, total, message }: { progress: number; total?: number; message?: string }) =>
      progress(message ?? (total === undefined ? String(done) : `${done}/${total}`)),
  };
  return {
    callTool: (name, args) => client.callTool({ name, arguments: { ...args } }, options),
    listResources: async () => {
      const { resources } = await client.listResources({}, options);
      const { resourceTemplates: templates } = await client
        .listResourceTemplates({}, options)
        .catch(() => ({ resourceTemplates: [] }));
      return { resources, templates };
    },
    readResource: (uri) => client.readResource({ uri }, options),
    listPrompts: async () => (await client.listPrompts({}, options)).prompts,
    getPrompt: (name, args) => client.getPrompt({ name, arguments: { ...args } }, options),
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

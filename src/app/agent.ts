import type { ApprovalSession } from "../domain/approval.ts";
import type { ChildControl } from "../domain/child-control.ts";
import type { AgentEvent, Emit, SessionInfo } from "../domain/event.ts";
import { noLog, type Log } from "../domain/log.ts";
import { isMessage, type Content, type Message } from "../domain/message.ts";
import type { TurnResult } from "../domain/turn.ts";
import type { Invocation } from "../text/skill-invocation.ts";
import type { CompressionAnswer, UndoAnswer } from "../session/compression-answer.ts";
import type { CompressionOptions } from "../session/compression-options.ts";
import type { RewindAnswer } from "../session/rewind-answer.ts";
import type { RewindPlan } from "../session/rewind-plan.ts";
import type { ContextUse } from "../domain/context-use.ts";
import type { SessionCost } from "../session/session-cost.ts";
import type { RunningTurn, TurnInput } from "../session/turn-input.ts";
import type { AgentOptions, ModelChoice } from "./agent-options.ts";
import { callbackFeeds, type Feed } from "./callbacks/callbacks.ts";

export type ConversationOptions = {
  /** Part of the prompt when this is the first turn of a new conversation; later it has no effect. */
  readonly systemMessage?: string;
  /** Instead of the stored history; neither changed nor kept. */
  readonly conversationHistory?: readonly Message[];
  /** Names what the turn's tools leave behind; a new one for every turn unless told. */
  readonly taskId?: string;
  readonly streamCallback?: (text: string | null) => void;
  /** Stored instead of what is sent. */
  readonly persistUserMessage?: string;
  /** Epoch seconds. */
  readonly persistUserTimestamp?: number;
  readonly persistUserDisplayKind?: string;
  readonly persistUserDisplayMetadata?: Readonly<Record<string, unknown>>;
};

/** A conversation as events: a question is sent, what happens is read, questions of the model are answered. */
export type AgentSession = {
  readonly info: SessionInfo;
  /** What the conversation has cost so far, beside the least its prompts could have cost. */
  readonly cost: SessionCost;
  /** How full the context window is, and with what. */
  readonly context: ContextUse;
  readonly isInterrupted: boolean;
  /** What may be done without asking: modes to switch, what was granted, what was decided. */
  readonly approvals: ApprovalSession;
  /** Starts a turn at once. Throws a TurnRunningError while another one runs. */
  readonly send: (input: TurnInput) => RunningTurn;
  /** null: there will be no answer. False: no such question is open. */
  readonly answer: (questionId: string, choice: string | null) => boolean;
  /** Text for the running turn, delivered with the next tool results. False: there was nothing to say. */
  readonly steer: (text: string) => boolean;
  /** Sessions at work for this one: list them, steer or stop a single one. */
  readonly children: ChildControl;
  /** Calls when background processes have news and no turn runs: time to send what `takeNotice` gives. */
  readonly onNotice: (listener: () => void) => () => void;
  /** The news as a question, once. Null: there is none any more. */
  readonly takeNotice: () => TurnInput | null;
  /** What to send for `/skill-name do this`; `builtIn` are commands of the caller's own, which come first. */
  readonly invokeSkills: (text: string, builtIn: ReadonlySet<string>, signal: AbortSignal) => Promise<Invocation>;
  /** Looks again for tools of MCP servers. True: the list has changed, and the next turn says what that costs. */
  readonly reloadTools: (signal: AbortSignal) => Promise<boolean>;
  /** Words behind the cached prompt, from the next turn on; null: none. */
  readonly setEphemeralPrompt: (text: string | null) => void;
  /** A shorter history, now; a turn that is sent meanwhile waits. */
  readonly compress: (options?: CompressionOptions) => Promise<CompressionAnswer>;
  readonly undoCompression: () => Promise<UndoAnswer>;
  /** Takes the last turns back: their rows stay stored and are no longer part of the conversation. */
  readonly undo: (turns?: number) => Promise<RewindAnswer>;
  /** The question that would go, as it is stored; sent with its row as `again` it is answered anew. */
  readonly lastQuestion: (turns?: number) => RewindPlan;
  /** Before a turn, where much may have gathered: shortens what would hardly fit. */
  readonly hygiene: (emit?: Emit) => Promise<CompressionAnswer>;
  readonly interrupt: (message?: string | null) => void;
  readonly clearInterrupt: () => void;
  readonly close: () => Promise<void>;
};

/** A session with functions instead of events. One turn at a time. */
export class Agent {
  readonly session: AgentSession;
  /** Another model from the next turn on; history and stored prompt stay. When it rejects, nothing has changed. */
  readonly switchModel: (choice: ModelChoice) => Promise<void>;
  readonly #options: AgentOptions;
  readonly #log: Log;

  constructor(session: AgentSession, options: AgentOptions, switchModel: Agent["switchModel"]) {
    this.session = session;
    this.switchModel = switchModel;
    this.#options = options;
    this.#log = options.log ?? noLog;
  }

  get isInterrupted(): boolean {
    return this.session.isInterrupted;
  }

  /** The final text of a turn, and nothing else. */
  async chat(message: string, options: Pick<ConversationOptions, "streamCallback"> = {}): Promise<string> {
    return (await this.runConversation(message, options)).final_response ?? "";
  }

  /** Never rejects for what a provider or a tool does; that is in the result. A second call while one runs rejects. */
  async runConversation(userMessage: Content, options: ConversationOptions = {}): Promise<TurnResult> {
    if (!isMessage({ role: "user", content: userMessage })) throw new TypeError(notAMessage);
    const turn = this.session.send(turnInput(userMessage, options));
    const heard = deliver(turn.events, this.#feeds(options));
    const result = await turn.result;
    await heard;
    return result;
  }

  /** Stops the running turn, or the next one before its first request. */
  interrupt(message?: string): void {
    this.session.interrupt(message ?? null);
  }

  /** As `interrupt`: a stop reaches whatever the turn waits for, be it a compression that is not yet committed. */
  hardInterrupt(message?: string): void {
    this.interrupt(message);
  }

  clearInterrupt(): void {
    this.session.clearInterrupt();
  }

  /** Words behind the cached prompt from the next turn on, such as a personality; they are stored nowhere. */
  setEphemeralPrompt(text: string | null): void {
    this.session.setEphemeralPrompt(text);
  }

  steer(text: string): boolean {
    return this.session.steer(text);
  }

  close(): Promise<void> {
    return this.session.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #feeds({ streamCallback }: ConversationOptions): readonly Feed[] {
    const isStreamed = streamCallback !== undefined || this.#options.streamDeltaCallback !== undefined;
    const answer = this.session.answer.bind(this.session);
    const around = { log: this.#log, answer, isStreamed };
    const ofThisTurn = streamCallback === undefined ? {} : { streamDeltaCallback: streamCallback };
    return [...callbackFeeds(this.#options, around), ...callbackFeeds(ofThisTurn, around)];
  }
}

const notAMessage = "userMessage must be a string or a list of text and image_url parts";

async function deliver(events: AsyncIterable<AgentEvent>, feeds: readonly Feed[]): Promise<void> {
  for await (const event of events) for (const feed of feeds) feed(event);
}

function turnInput(content: Content, options: ConversationOptions): TurnInput {
  const { systemMessage, conversationHistory: history, taskId } = options;
  return {
    content,
    ...(systemMessage === undefined ? {} : { systemMessage }),
    ...(history === undefined ? {} : { history }),
    ...(taskId === undefined ? {} : { taskId }),
    stored: {
      ...(options.persistUserMessage === undefined ? {} : { text: options.persistUserMessage }),
      ...(options.persistUserTimestamp === undefined ? {} : { timestamp: options.persistUserTimestamp }),
      ...(options.persistUserDisplayKind === undefined ? {} : { displayKind: options.persistUserDisplayKind }),
      ...(options.persistUserDisplayMetadata === undefined
        ? {}
        : { displayMetadata: options.persistUserDisplayMetadata }),
    },
  };
}

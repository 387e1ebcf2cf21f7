import type { Message } from "../../src/domain/message.ts";
import type { CacheUse, PromptLayout } from "../../src/simulator/cache/layout.ts";
import type { Column } from "./columns.ts";
import { createMeter, type Meter } from "./meter.ts";
import { createOracle } from "./oracle.ts";
import { priceOf } from "./run-trace.ts";
import { claimedTokens, sized } from "./sized.ts";
import type { Event, Trace } from "./traces.ts";

/** How a summary is made, and whether the system prompt is built anew with it. */
export type Policy = {
  readonly name: string;
  readonly summary: "same-prefix" | "fresh";
  /** Price of the summariser's input beside the main model's. */
  readonly priceShare: number;
  readonly rebuilds: boolean;
};

export const policies: readonly Policy[] = [
  { name: "fresh prompt, prompt rebuilt", summary: "fresh", priceShare: 1, rebuilds: true },
  { name: "fresh prompt, prompt kept", summary: "fresh", priceShare: 1, rebuilds: false },
  { name: "aux model at 0.1, prompt kept", summary: "fresh", priceShare: 0.1, rebuilds: false },
  { name: "same prefix, prompt kept", summary: "same-prefix", priceShare: 1, rebuilds: false },
];

const triggerTokens = 100_000;
const tailTokens = 20_000;
const summaryTokens = 5_000;
const instructionTokens = 600;
const secondsPerRequest = 20;
const secondsPerSummary = 15;

export type PolicyCost = {
  readonly requests: number;
  readonly compressions: number;
  readonly billed: number;
  readonly least: number;
};

/** A long trace in which the context is checked before every request and compressed when it is full. */
export function runCompressed(trace: Trace, column: Column, policy: Policy): PolicyCost {
  const run = new CompressedRun(column, policy);
  for (const event of trace.events) run.play(event);
  return run.cost();
}

const isFull = (tokens: number): boolean => tokens >= triggerTokens;

class CompressedRun {
  readonly #column: Column;
  readonly #policy: Policy;
  readonly #meter: Meter;
  readonly #oracle = createOracle();
  #messages: readonly Message[] = [];
  #turnStart = -1;
  #atSeconds = 0;
  #billed = 0;
  #requests = 0;
  #compressions = 0;

  constructor(column: Column, policy: Policy) {
    this.#column = column;
    this.#policy = policy;
    this.#meter = createMeter(column);
  }

  play(event: Event): void {
    if (event.kind === "question") return this.#question(event);
    if (isFull(this.#meter.tokens(this.#messages))) this.#compress();
    this.#count(this.#meter.send(this.#asked(this.#messages)));
    this.#atSeconds += secondsPerRequest;
    this.#messages = [...this.#messages, ...(event.kind === "step" ? event.messages : [event.message])];
  }

  cost(): PolicyCost {
    const least = this.#oracle.total(this.#column.rates);
    return { requests: this.#requests, compressions: this.#compressions, billed: this.#billed, least };
  }

  #question({ message, pauseSeconds }: Extract<Event, { kind: "question" }>): void {
    this.#atSeconds += pauseSeconds;
    this.#turnStart = this.#messages.length;
    this.#messages = [...this.#messages, message];
    const contextTokens = this.#meter.tokens(this.#messages);
    this.#meter.keeper.turnBegins({ nowSeconds: this.#atSeconds, contextTokens, isFull });
  }

  #compress(): void {
    const { headEnd, tailStart } = this.#region();
    const middle = this.#messages.slice(headEnd, tailStart);
    this.#summarise(middle);
    this.#atSeconds += secondsPerSummary;
    const summary: Message = {
      role: "user",
      content: sized(summaryTokens, `summary ${this.#compressions}`),
      extra: { origin: "summary" },
    };
    this.#messages = [...this.#messages.slice(0, headEnd), summary, ...this.#messages.slice(tailStart)];
    this.#turnStart = this.#messages.findLastIndex((message) => message.role === "user" && message.extra === undefined);
    this.#meter.keeper.forget();
    if (this.#policy.rebuilds) this.#meter.rebuildPrompt();
    this.#compressions += 1;
  }

  #summarise(middle: readonly Message[]): void {
    if (this.#policy.summary === "same-prefix") {
      const instruction: Message = { role: "user", content: sized(instructionTokens, `sum up ${this.#compressions}`) };
      return this.#count(this.#meter.peek(this.#asked([...this.#messages, instruction])));
    }
    this.#billed += (claimedTokens(middle) + instructionTokens) * this.#policy.priceShare;
    this.#requests += 1;
  }

  /** The first question with its first step in front, whole steps of the newest messages behind. */
  #region(): { readonly headEnd: number; readonly tailStart: number } {
    const headEnd = this.#messages.findIndex(({ role }, index) => index > 1 && role !== "tool");
    const fits = (start: number): boolean => claimedTokens(this.#messages.slice(start)) <= tailTokens;
    const starts = this.#messages.flatMap(({ role }, index) => (role !== "tool" && index >= headEnd ? [index] : []));
    return { headEnd, tailStart: starts.find(fits) ?? this.#messages.length };
  }

  #asked(messages: readonly Message[]) {
    return { messages, turnStart: this.#turnStart, atSeconds: this.#atSeconds };
  }

  #count({ layout, use }: { readonly layout: PromptLayout; readonly use: CacheUse }): void {
    this.#oracle.add(layout);
    this.#billed += priceOf(use, this.#column.rates);
    this.#requests += 1;
  }
}

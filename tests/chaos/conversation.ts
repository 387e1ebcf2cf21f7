import { AgentSetupError, createAgent, type Agent, type AgentEvent, type TurnResult } from "../../src/app/library.ts";
import { exitReasons } from "../../src/domain/exit.ts";
import { diceFor, type Dice } from "./dice.ts";
import { Life } from "./life.ts";
import { calmAnswer } from "./model.ts";
import { holdsKey } from "./mood.ts";
import { drive } from "./patience.ts";
import { historyProblems } from "./soundness.ts";
import type { World } from "./world.ts";

export type EndedTurn = {
  readonly result: TurnResult;
  /** It waited for the conversation and may have been turned away: then nothing of it is stored. */
  readonly waited: boolean;
  /** The store failed while it ran. */
  readonly struck: boolean;
};

const longestTurnMs = 48 * 3_600_000;
const sameBytes: ReadonlySet<string> = new Set([
  "backoff",
  "stream-reconnect",
  "exhausted",
  "non-retryable",
  "invalid-response",
  "second-wind",
  "pool",
  "credential-refresh",
]);

/** A person who talks to the agent, interrupts it, and starts it again when it died. */
export class Conversation {
  readonly ended: EndedTurn[] = [];
  readonly questions = new Set<string>();
  killed = 0;
  readonly #world: World;
  readonly #dice: Dice;
  #agent: Agent | null = null;
  #sessionId: string | null = null;

  constructor(world: World, seed: number, run: number) {
    this.#world = world;
    this.#dice = diceFor(seed, run, "person");
  }

  async say(question: string): Promise<void> {
    const agent = this.#agent ?? (await this.#start());
    if (agent === null) return;
    const world = this.#world;
    this.questions.add(question);
    world.prefix.reset();
    world.brokenPrefixes.length = 0;
    world.model.patience = this.#dice.int(0, 6);
    world.running = agent;
    const { struck } = world.trouble;
    const turn = agent.session.send({ content: question });
    const events = collect(turn.events);
    this.#meddle(agent, turn.result);
    const end = await this.#untilEnd(turn.result);
    world.running = null;
    if (end === null) return;
    await events.over;
    this.#judge(end, events.seen, world.trouble.struck > struck);
  }

  /** The last word: without any trouble the conversation goes on as if there had been none. */
  async sayCalmly(): Promise<void> {
    const world = this.#world;
    world.calm = true;
    world.model.calm = true;
    world.trouble.end();
    if (this.#dice.chance(0.5)) await this.leave();
    const before = this.ended.length;
    await this.say("Is all well?");
    const result = this.ended[before]?.result;
    if (result?.exit_reason !== "text_response" || result.final_response !== calmAnswer)
      world.violations.push(
        `the last turn ended with ${result?.exit_reason}: ${result?.error ?? result?.final_response}`,
      );
  }

  async leave(): Promise<void> {
    const agent = this.#agent;
    this.#agent = null;
    if (agent === null) return;
    const closed = await this.#settled("closing", Promise.race([agent.close(), this.#world.life.death]));
    if (closed === "failed" || this.#world.life.dead) this.#bury();
  }

  async #start(): Promise<Agent | null> {
    const world = this.#world;
    const sessionId = world.observer.session();
    world.life = new Life();
    const struck = world.trouble.struck;
    const resumed = sessionId === null ? {} : { sessionId };
    const opening = createAgent({ ...world.agentOptions(), ...resumed }).catch((error: unknown) => {
      if (!(error instanceof AgentSetupError) || world.trouble.struck === struck)
        if (!world.life.dead) world.violations.push(`starting failed: ${String(error)}`);
      return null;
    });
    const agent = await this.#settled("starting", Promise.race([opening, world.life.death.then(() => null)]));
    if (world.life.dead) this.#bury();
    else if (agent !== "failed") this.#agent = agent;
    this.#recognise(this.#agent?.session.info.sessionId ?? null);
    return this.#agent;
  }

  /** Only a session that was never stored may be followed by another one. */
  #recognise(sessionId: string | null): void {
    if (sessionId === null || sessionId === this.#sessionId) return;
    this.#world.systems.clear();
    this.#sessionId = sessionId;
  }

  #bury(): void {
    this.#agent = null;
    this.#world.observer.buryHolders();
    this.#world.trouble.end();
  }

  /** Stops and remarks at some time of the turn. */
  #meddle(agent: Agent, result: Promise<TurnResult>): void {
    const { clock, calm, mood } = this.#world;
    const over = new AbortController();
    const later = (likely: number, act: () => void): void => {
      if (calm || !this.#dice.chance(likely)) return;
      void clock.sleep(this.#dice.pick([0, 5, 100, 3_000, 60_000]), over.signal).then(act, () => undefined);
    };
    later(mood.stops * 20, () => agent.interrupt("enough"));
    later(mood.steers * 20, () => void agent.steer("and mind the gap"));
    void result.catch(() => undefined).then(() => over.abort()); // what comes later would be meant for the next turn
  }

  async #untilEnd(result: Promise<TurnResult>): Promise<TurnResult | null> {
    const world = this.#world;
    const end = await this.#settled("a turn", Promise.race([result, world.life.death.then(() => null)]));
    if (end === "failed") return null;
    if (end !== null && !world.life.dead) return end;
    this.killed += 1;
    result.catch(() => undefined); // nobody hears the dead
    this.#bury();
    return null;
  }

  async #settled<Value>(what: string, work: Promise<Value>): Promise<Value | "failed"> {
    const world = this.#world;
    try {
      const driven = await drive(work, world.clock, longestTurnMs);
      if (driven.kind === "settled") return driven.value;
      world.violations.push(`${what} hangs: ${driven.why}`);
    } catch (error) {
      world.violations.push(
        `${what} rejected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      );
    }
    return "failed";
  }

  #judge(result: TurnResult, seen: readonly AgentEvent[], struck: boolean): void {
    const world = this.#world;
    const waited = seen.some((event) => event.type === "wait.noticed" && event.waitingFor === "lease");
    this.ended.push({ result, waited, struck });
    world.note(`ended: ${result.exit_reason} ${result.exit_detail ?? ""} ${result.cleanup_errors.length}`);
    if (!exitReasons.includes(result.exit_reason)) world.violations.push(`unknown reason ${result.exit_reason}`);
    if (result.exit_reason === "local_processing_error") world.violations.push(`a bug: ${result.error}`);
    const finished = seen.filter(({ type }) => type === "turn.finished").length;
    if (finished !== 1) world.violations.push(`the turn ended ${finished} times`);
    for (const problem of historyProblems(result.messages, this.questions))
      world.violations.push(`history: ${problem}`);
    if (holdsKey(JSON.stringify(seen))) world.violations.push("the key stands in an event");
    if (!seen.some(changesThePrefix)) world.violations.push(...world.brokenPrefixes);
  }
}

function changesThePrefix(event: AgentEvent): boolean {
  if (event.type === "recovery.applied") return !sameBytes.has(event.strategy);
  return event.type === "compression.finished" || event.type === "runtime.switched";
}

function collect(events: AsyncIterable<AgentEvent>): {
  readonly seen: readonly AgentEvent[];
  readonly over: Promise<void>;
} {
  const seen: AgentEvent[] = [];
  const listen = async (): Promise<void> => {
    for await (const event of events) seen.push(event);
  };
  return { seen, over: listen() };
}

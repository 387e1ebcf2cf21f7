import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { Agent, AgentOptions } from "../../src/app/library.ts";
import type { HttpTransport } from "../../src/domain/http.ts";
import { asTransport } from "../../src/simulator/as-transport.ts";
import { createSimulator, type Simulator } from "../../src/simulator/handler.ts";
import type { Prompt } from "../../src/simulator/prompt.ts";
import { untilAborted } from "../../src/simulator/until-aborted.ts";
import { FakeClock } from "../support/fake-clock.ts";
import { diceFor, rngFrom, type Dice } from "./dice.ts";
import { Killed, Life } from "./life.ts";
import { Model } from "./model.ts";
import { moodOf, type Mood } from "./mood.ts";
import { Observer } from "./observer.ts";
import { PrefixWatch } from "./prefix-watch.ts";
import { brokenText, promptProblems } from "./soundness.ts";
import type { StatementHook } from "../support/statement-hook.ts";
import { StoreTrouble } from "./store-trouble.ts";
import { chaosTools } from "./tools.ts";
import { connectionTrouble } from "./wire-trouble.ts";

/** How likely something happens at a moment of this kind, beside the others. */
const weights = { wire: 1, tool: 1, store: 0.2, piece: 0.1 } as const;

/** Stands behind the cached prompt once something was left out. */
const compactionNote = /\s*\[Note: Some earlier conversation turns have been compacted[^\]]*\]/u;

/** Everything around an agent, with trouble in it. Whatever is wrong is written down, not thrown. */
export class World {
  readonly clock = new FakeClock();
  readonly home: string;
  readonly cwd: string;
  readonly mood: Mood;
  readonly model: Model;
  readonly trouble: StoreTrouble;
  readonly observer: Observer;
  readonly prefix = new PrefixWatch();
  readonly violations: string[] = [];
  /** What happened, for comparing two runs. */
  readonly lines: string[] = [];
  /** Requests whose beginning was not the one before, until it is known whether there was a reason. */
  readonly brokenPrefixes: string[] = [];
  /** The system prompt each model has been given in this session. */
  readonly systems = new Map<string, string>();
  /** No more trouble of any kind. */
  calm = false;
  life = new Life();
  running: Agent | null = null;
  readonly #dice: Dice;
  readonly #wireDice: Dice;
  readonly #agentDice: Dice;
  readonly #simulator: Simulator;
  readonly #jobs = new Map<string, number>();
  readonly #lives = new WeakMap<DatabaseSync, Life>();

  constructor(root: string, seed: number, run: number) {
    this.home = join(root, "home");
    this.cwd = join(root, "work");
    mkdirSync(this.cwd);
    const dice = (name: string): Dice => diceFor(seed, run, name);
    this.mood = moodOf(dice("mood"));
    writeFileSync(join(this.home, "config.yaml"), this.mood.config);
    this.#dice = dice("moments");
    this.#wireDice = dice("wire");
    this.#agentDice = dice("agent");
    this.model = new Model(dice("model"), this.mood);
    this.trouble = new StoreTrouble(dice("store"), this.mood.storeFaults);
    this.observer = new Observer(this.home);
    this.#simulator = createSimulator({
      clock: this.clock,
      scenario: { keep_requests: 1 },
      source: (prompt) => {
        for (const problem of promptProblems(prompt)) this.violations.push(`request: ${problem}`);
        this.#compareSystem(prompt);
        return this.model.source(prompt);
      },
    });
  }

  /** For an agent that lives as long as the present life. */
  agentOptions(): AgentOptions {
    const { life, home, cwd, mood } = this;
    const clock = life.clock(this.clock);
    const stage = {
      entered: (job: string) => this.#enter(job, life),
      leaving: () => this.#moment("tool", life),
    };
    return {
      ...mood.endpoint,
      home,
      cwd,
      clock,
      rng: rngFrom(this.#agentDice),
      transport: this.#wire(life),
      maxIterations: mood.maxSteps,
      enabledToolsets: [],
      extraTools: chaosTools(stage, clock),
    };
  }

  readonly statements: StatementHook = {
    before: (db, sql) => {
      if (db === this.observer.db) return;
      const life = this.#lifeOf(db);
      if (life.dead) throw new Killed();
      if (writes(sql)) this.#mayDie("store", life);
      if (life.dead) throw new Killed();
      if (!this.calm) this.trouble.meet(db, sql);
    },
    after: (db, sql) => {
      if (db === this.observer.db || !writes(sql)) return;
      const life = this.#lifeOf(db);
      this.#mayDie("store", life);
      if (life.dead) throw new Killed();
    },
  };

  note(line: string): void {
    this.lines.push(line);
  }

  #compareSystem({ model, system }: Prompt): void {
    const text = system.replace(compactionNote, "");
    if ((this.systems.get(model) ?? text) !== text) this.violations.push("the system prompt changed within a session");
    this.systems.set(model, text);
  }

  #lifeOf(db: DatabaseSync): Life {
    const life = this.#lives.get(db) ?? this.life;
    this.#lives.set(db, life);
    life.adopt(db);
    return life;
  }

  /** Something happens now, or nothing does. */
  #mayDie(place: keyof typeof weights, life: Life): void {
    if (this.calm || life.dead) return;
    const { mood } = this;
    const thrown = this.#dice.next() / weights[place];
    if (thrown < mood.kills) {
      this.note(`killed at ${place}`);
      life.kill();
    } else if (thrown < mood.kills + mood.stops) {
      this.note(`stopped at ${place}`);
      this.running?.interrupt("stop");
    } else if (thrown < mood.kills + mood.stops + mood.steers) {
      this.running?.steer(`steer at ${place}`);
    }
  }

  async #moment(place: keyof typeof weights, life: Life): Promise<void> {
    await life.alive();
    this.#mayDie(place, life);
    await life.alive();
  }

  async #enter(job: string, life: Life): Promise<void> {
    await life.alive();
    const times = (this.#jobs.get(job) ?? 0) + 1;
    this.#jobs.set(job, times);
    this.note(`+${job}`);
    if (times > 1) this.violations.push(`tool: ${job} was done ${times} times`);
    if (!this.observer.knows(/job-\d+;/u.exec(job)?.[0] ?? job))
      this.violations.push(`tool: ${job} ran before its call was on disk`);
    await this.#moment("tool", life);
  }

  #wire(life: Life): HttpTransport {
    const simulated = asTransport(this.#simulator, life.clock(this.clock));
    return async (request, signal) => {
      await this.#moment("wire", life);
      signal.throwIfAborted();
      if (!this.calm && this.#wireDice.chance(this.mood.wireFaults / 4)) {
        const trouble = connectionTrouble(this.#wireDice);
        this.note(`no connection: ${String(trouble)}`);
        if (trouble === "silence") return untilAborted(signal);
        throw trouble;
      }
      const { asked } = this.model;
      const response = await simulated(request, signal);
      this.#look(response.status, request.body);
      if (response.status >= 400 && asked === this.model.asked)
        this.violations.push(`request refused with ${response.status}: ${await textIn(response.body)}`);
      return { ...response, body: this.#pieces(response.body, life) };
    };
  }

  #look(status: number, text: string): void {
    const body = this.#simulator.requests.at(-1)?.body;
    this.note(`${status} ${text}`);
    for (const broken of brokenText(body)) this.violations.push(`request: I-7: ${JSON.stringify(broken.slice(0, 80))}`);
    const changed = this.prefix.see(body);
    if (changed !== null) this.brokenPrefixes.push(changed);
  }

  async *#pieces(body: AsyncIterable<Uint8Array>, life: Life): AsyncGenerator<Uint8Array> {
    for await (const piece of body) {
      await this.#moment("piece", life);
      yield piece;
    }
  }
}

function writes(sql: string): boolean {
  return /^\s*(?:BEGIN|COMMIT|INSERT|UPDATE|DELETE)/u.test(sql);
}

async function textIn(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

import { join } from "node:path";
import { isFailure } from "../../src/app/replay-command.ts";
import { tapeOf } from "../../src/commands/replay/tape.ts";
import type { AgentEvent } from "../../src/domain/event.ts";
import { redactSecrets } from "../../src/safety/redact.ts";
import { replayBlocks } from "../../src/surfaces/cli/replay/replay-text.ts";
import { openingScreen, scoreOf } from "../../src/surfaces/cli/replay/score.ts";
import { reduce } from "../../src/surfaces/cli/reduce.ts";
import { type Block, newScreen, type Screen } from "../../src/surfaces/cli/screen.ts";
import type { AgentWorld } from "./agent-world.ts";
import { temporaryStore } from "./temporary-store.ts";

type Watching = { readonly moves?: boolean; readonly onEvent?: (event: AgentEvent) => void };

/** A chat over an agent's world: its screen after each turn, made of the events as they come. */
export class WatchedChat {
  readonly #world: AgentWorld;
  #screen: Screen;

  constructor(world: AgentWorld) {
    this.#world = world;
    const { info } = world.agent.session;
    this.#screen = newScreen({ info, title: null, edits: "allow", yolo: false }, world.clock.now());
  }

  /** All that became final so far. */
  get blocks(): readonly Block[] {
    return this.#screen.finished;
  }

  /** Tools take real time, so the clock stands still; where a turn waits for it, it has to move. */
  async ask(text: string, { moves = false, onEvent }: Watching = {}): Promise<void> {
    const { agent, clock } = this.#world;
    this.#screen = reduce(this.#screen, { type: "asked", text }, clock.now());
    const turn = agent.session.send({ content: text });
    const heard = (async () => {
      for await (const event of turn.events) {
        onEvent?.(event);
        this.#screen = reduce(this.#screen, { type: "event", event }, clock.now());
      }
    })();
    await (moves ? clock.runUntil(turn.result) : turn.result);
    await heard;
  }
}

/** What a replay of the agent's session shows, without what it begins with. */
export async function replayed({ agent, home }: AgentWorld): Promise<readonly Block[]> {
  using store = await temporaryStore({ path: join(home, "hermes.db") });
  const recording = await store.recording(agent.session.info.sessionId);
  if (recording === null) throw new Error("the session is not stored");
  const tape = tapeOf(recording, redactSecrets);
  return replayBlocks(scoreOf(tape, isFailure), openingScreen(tape, "0")).slice(1);
}

import { newestUserText } from "./prompt.ts";
import type { Prompt } from "./prompt.ts";
import type { Move, ReplySource } from "./reply-source.ts";
import type { Expectation, Scenario, ScriptStep } from "./scenario.ts";

type Cursor = { step: number; plays: number };

const plainReply = { text: "ok" };

/** Plays the steps of a scenario in order, once for all or once per conversation. */
export function createScript({ steps, match }: Pick<Scenario, "steps" | "match">): ReplySource {
  const cursors = new Map<string, Cursor>();
  return (prompt) => {
    const key = match === "global" ? "" : (prompt.turns.find(({ role }) => role === "user")?.text ?? "");
    const cursor = cursors.get(key) ?? { step: 0, plays: 0 };
    cursors.set(key, cursor);
    const step = advance(cursor, steps);
    return step === null ? stuck(`has no step left after ${steps.length}`) : play(step, prompt, cursor.step);
  };
}

function advance(cursor: Cursor, steps: readonly ScriptStep[]): ScriptStep | null {
  const current = steps[cursor.step];
  if (current === undefined) return null;
  if (current.repeat === "forever" || cursor.plays < current.repeat) {
    cursor.plays += 1;
    return current;
  }
  cursor.step += 1;
  cursor.plays = 0;
  return advance(cursor, steps);
}

function play({ reply = plainReply, fault, expect }: ScriptStep, prompt: Prompt, index: number): Move {
  const missed = expect === undefined ? null : disappointment(expect, prompt);
  return missed === null
    ? { kind: "play", reply, fault: fault ?? null }
    : stuck(`expected at step ${index}: ${missed}`);
}

function disappointment(expect: Expectation, { turns, system, tools }: Prompt): string | null {
  const last = turns.at(-1)?.text ?? newestUserText(turns);
  const offered = tools.map(({ name }) => name);
  const missing = expect.offers?.filter((name) => !offered.includes(name)) ?? [];
  if (missing.length > 0) return `tools ${missing.join(", ")}`;
  if (!last.includes(expect.last_contains ?? "")) return `"${expect.last_contains}" in the last message`;
  if (!system.includes(expect.system_contains ?? "")) return `"${expect.system_contains}" in the system text`;
  const count = expect.turns ?? turns.length;
  return count === turns.length ? null : `${count} turns, not ${turns.length}`;
}

function stuck(what: string): Move {
  return { kind: "stuck", message: `The simulator's script ${what}.` };
}

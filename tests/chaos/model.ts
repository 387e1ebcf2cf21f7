import type { Prompt } from "../../src/simulator/prompt.ts";
import type { Move, ReplySource } from "../../src/simulator/reply-source.ts";
import type { ScriptReply } from "../../src/simulator/scenario.ts";
import type { Dice } from "./dice.ts";
import type { Mood } from "./mood.ts";
import { oddReplies, type ReplyParts, type ScriptedCall } from "./odd-replies.ts";
import { hows, toolNames } from "./tools.ts";
import { wireFault } from "./wire-trouble.ts";

export const calmAnswer = "All is well.";

/** A model that does whatever the dice say. Every call it asks for is named, so that doing one twice is seen. */
export class Model {
  readonly #dice: Dice;
  readonly #mood: Mood;
  #jobs = 0;
  #oddity: { readonly reply: (parts: ReplyParts) => ScriptReply; left: number } | null = null;
  /** How often it was asked: a refusal that did not come this far is about the request itself. */
  asked = 0;
  /** Answers plainly and at once. */
  calm = false;
  /** Requests that still may be answered by calls. */
  patience = 0;

  constructor(dice: Dice, mood: Mood) {
    this.#dice = dice;
    this.#mood = mood;
  }

  readonly source: ReplySource = (prompt): Move => {
    this.asked += 1;
    this.patience -= 1;
    if (this.calm) return { kind: "play", reply: { text: calmAnswer }, fault: null };
    const odd = this.#dice.chance(this.#mood.oddReplies);
    const reply = odd ? this.#odd() : this.#plain(prompt);
    const fault = this.#dice.chance(this.#mood.wireFaults) ? wireFault(this.#dice) : null;
    return { kind: "play", reply, fault };
  };

  #plain(prompt: Prompt): ScriptReply {
    const { chance, int, pick } = this.#dice;
    const thinking = this.#mood.thinks && chance(0.5) ? { thinking: pick(["Hm.", "Let me think.\nTwice."]) } : {};
    if (prompt.tools.length === 0 || this.patience < 0 || chance(0.25)) return { ...thinking, text: this.#words() };
    const calls = Array.from({ length: pick([1, 1, 2, 3, 5, 10]) }, () => this.#call());
    return { ...thinking, ...(chance(0.4) ? { text: `Working, part ${int(1, 99)}.` } : {}), tool_calls: calls };
  }

  #words(): string {
    const { pick, int } = this.#dice;
    return pick([`Answer ${int(1, 999)}.`, "Ünïcödé 🙂 answer.", "long ".repeat(400), "<think>hidden</think>Shown."]);
  }

  #call(): ScriptedCall {
    const { pick, int, chance } = this.#dice;
    this.#jobs += 1;
    const path = chance(0.8) ? { path: `page-${int(1, 4)}` } : {};
    const ms = pick([0, 10, 10, 500, 5_000, 400_000]);
    return { name: pick(toolNames), arguments: { as: `job-${this.#jobs};`, ms, how: pick(hows), ...path } };
  }

  /** A provider that is not at its best often stays that way for a while. */
  #odd(): ScriptReply {
    const { pick, int } = this.#dice;
    if (this.#oddity === null || this.#oddity.left <= 0) this.#oddity = { reply: pick(oddReplies), left: int(1, 5) };
    this.#oddity.left -= 1;
    return this.#oddity.reply({ dice: this.#dice, call: () => this.#call() });
  }
}

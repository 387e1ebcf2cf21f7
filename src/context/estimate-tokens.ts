import type { Content, Message } from "../domain/message.ts";
import { imageTokens, type ImageRule } from "./image-tokens.ts";
import { countFeatures, type Feature } from "./text-features.ts";

/** Which vocabulary to imitate. The factor stretches the nearest measured one to its relatives. */
export type TokenFamily = { readonly weights: Weights; readonly factor: number; readonly images: ImageRule };

/** Tokens per counted feature, fitted against real tokenizers (o200k, Claude up to 4.6). */
type Weights = Readonly<Record<Feature, number>>;

const o200k: Weights = {
  words: 0.97,
  longLetters: 0.48,
  digitTriples: 1.27,
  punctuationRuns: 0.83,
  punctuationRest: 0.28,
  wideSpace: 0.71,
  han: 0.77,
  kanaHangul: 0.7,
  cyrillicGreek: 0.33,
  rightToLeftIndic: 0.41,
  otherScripts: 1.05,
  astral: 1.0,
  dense: 0.64,
};

const claude: Weights = {
  words: 1.02,
  longLetters: 0.7,
  digitTriples: 0.96,
  punctuationRuns: 1.29,
  punctuationRest: 0.03,
  wideSpace: 0.37,
  han: 1.03,
  kanaHangul: 1.06,
  cyrillicGreek: 0.58,
  rightToLeftIndic: 1.09,
  otherScripts: 2.08,
  astral: 1.14,
  dense: 0.65,
};

const newClaude = /claude.*(opus-4[-.][789]|sonnet-[5-9]|opus-[5-9]|fable|mythos)/;
const stretched = /gemini|gemma|deepseek|qwen|llama/;

const known = /gpt|o[134]\b|openai/;

export function familyOf(model: string): TokenFamily {
  return familyFor({ model, traits: { local: false } });
}

type Modelled = { readonly model: string; readonly traits: { readonly local: boolean } };

/** A model nobody knows that runs on the person's own machine is seldom frugal. */
export function familyFor({ model, traits }: Modelled): TokenFamily {
  const name = model.toLowerCase();
  if (name.includes("claude")) return { weights: claude, factor: newClaude.test(name) ? 1.3 : 1, images: "area" };
  const images = /gemini|gemma/.test(name) ? "tiles-768" : "tiles-512";
  if (stretched.test(name)) return { weights: o200k, factor: 1.1, images };
  return { weights: o200k, factor: traits.local && !known.test(name) ? 1.15 : 1, images };
}

/** What the vendor puts in front of the tools. */
export function toolPreamble({ weights }: TokenFamily): number {
  return weights === claude ? 350 : 0;
}

const perBlock = 4;
const perMessage = 10;

/** No vocabulary: within a few per cent of the real count, and never slow, whatever the text. */
export function estimateTokens(text: string, family: TokenFamily): number {
  return Math.ceil(weighed(countFeatures(text), family.weights) * family.factor);
}

/** Written out: a loop over the names costs as much as the counting of a short text. */
function weighed(counts: Weights, weights: Weights): number {
  return (
    counts.words * weights.words +
    counts.longLetters * weights.longLetters +
    counts.digitTriples * weights.digitTriples +
    counts.punctuationRuns * weights.punctuationRuns +
    counts.punctuationRest * weights.punctuationRest +
    counts.wideSpace * weights.wideSpace +
    counts.han * weights.han +
    counts.kanaHangul * weights.kanaHangul +
    counts.cyrillicGreek * weights.cyrillicGreek +
    counts.rightToLeftIndic * weights.rightToLeftIndic +
    counts.otherScripts * weights.otherScripts +
    counts.astral * weights.astral +
    counts.dense * weights.dense
  );
}

/** What a message weighs on the wire, its calls and replayed payloads included. */
export function estimateMessage(message: Message, family: TokenFamily): number {
  const own = perMessage + estimateContent(message.content, family);
  if (message.role !== "assistant") return own;
  const calls = (message.tool_calls ?? []).map(
    (call) => perBlock + estimateTokens(call.function.name + call.function.arguments, family),
  );
  const replayed = message.reasoning_details ?? message.codex_reasoning_items ?? [];
  return own + sum(calls) + (replayed.length === 0 ? 0 : estimateTokens(JSON.stringify(replayed), family));
}

function estimateContent(content: Content, family: TokenFamily): number {
  if (typeof content === "string") return perBlock + estimateTokens(content, family);
  return sum(
    content.map(
      (part) =>
        perBlock +
        (part.type === "text" ? estimateTokens(part.text, family) : imageTokens(part.image_url.url, family.images)),
    ),
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

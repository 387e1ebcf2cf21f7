import { plainText } from "../../commands/plain-text.ts";
import type { TurnResult } from "../../domain/turn.ts";
import { chatPhrases as say } from "../../text/phrases/chat.ts";
import { lastBlock } from "./open-text.ts";
import { childBlocks } from "./reduce-tools.ts";
import { thousands } from "./thousands.ts";
import { type Block, type LiveTurn, type Screen, type Spent, untouched } from "./screen.ts";

/** The turn is over: what it still had to say is said once, then its summary. */
export function finishTurn(screen: Screen, turn: LiveTurn, result: TurnResult, nowMs: number): Screen {
  const spent = { prompt: result.prompt_tokens, output: result.output_tokens, cached: result.cache_read_tokens };
  const blocks: readonly Block[] = [
    ...reasoningLeft(turn, nowMs),
    ...(result.interrupted ? [] : wordsLeft(turn, result)),
    ...childBlocks(turn.children),
    ...outcome(result),
    { kind: "summary", text: summary(screen.spent, spent, result) },
  ];
  const context = result.last_prompt_tokens > 0 && screen.contextTokens === 0 ? result.last_prompt_tokens : null;
  return {
    ...screen,
    finished: [...screen.finished, ...blocks],
    turn: null,
    ...withoutItsQuestions(screen),
    spent,
    turns: screen.turns + 1,
    toolCalls: screen.toolCalls + result.tool_calls,
    costUsd: add(screen.costUsd, result.estimated_cost_usd),
    contextTokens: context ?? screen.contextTokens,
    info: { ...screen.info, sessionId: result.session_id },
  };
}

/** Questions of a turn that is over are nobody's any more. */
export function withoutItsQuestions({ panels, panel }: Screen): Pick<Screen, "panels" | "panel"> {
  const ours = panels.filter(({ isOurs }) => isOurs);
  return { panels: ours, panel: ours[0] === panels[0] ? panel : untouched };
}

function reasoningLeft({ reasoning, reasoningMs }: LiveTurn, nowMs: number): readonly Block[] {
  if (reasoning.trim() === "") return [];
  return [{ kind: "reasoning", text: reasoning.trim(), durationMs: nowMs - reasoningMs }];
}

/** The answer as far as it was not streamed. */
function wordsLeft(turn: LiveTurn, result: TurnResult): readonly Block[] {
  const rest = lastBlock(turn.text);
  const isNew = !turn.wasHeard || result.response_transformed === true;
  const { final_response: answer } = result;
  const whole = isNew && result.response_previewed !== true && !result.failed ? (answer ?? "").trim() : "";
  const texts = [rest, whole === "" ? null : plainText(whole)];
  return texts.flatMap((text): readonly Block[] => (text === null ? [] : [{ kind: "text", text }]));
}

function outcome(result: TurnResult): readonly Block[] {
  if (result.interrupted) return [{ kind: "notice", level: "warning", text: say.interrupted }];
  const saved = result.cleanup_errors.map((text): Block => ({ kind: "notice", level: "warning", text }));
  if (result.failed) {
    const reason = plainText(result.error ?? result.explanation ?? result.exit_reason);
    return [{ kind: "notice", level: "error", text: say.failed(reason) }, ...saved];
  }
  if (result.explanation === null) return saved;
  return [{ kind: "notice", level: "warning", text: plainText(result.explanation) }, ...saved];
}

function summary(before: Spent, after: Spent, { duration_ms: ms, tool_calls: tools, ...result }: TurnResult): string {
  const prompt = after.prompt - before.prompt;
  const cached = after.cached - before.cached;
  const share = prompt > 0 ? Math.round((100 * cached) / prompt) : 0;
  const cost = result.estimated_cost_usd;
  return [
    say.summary(ms, tools, thousands(prompt), thousands(after.output - before.output)),
    ...(share > 0 ? [say.cachedShare(share)] : []),
    ...(cost === null ? [] : [`$${cost.toFixed(cost < 0.1 ? 4 : 2)}`]),
  ].join(" · ");
}

function add(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one + other;
}

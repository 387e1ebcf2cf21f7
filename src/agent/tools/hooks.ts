import type { Clock } from "../../domain/clock.ts";
import type { Log } from "../../domain/log.ts";
import type { Content } from "../../domain/message.ts";
import type { CallReport, HookedCall, HookVerdict, ToolHooks } from "../../domain/tool-hooks.ts";
import { aborted, guardedHook, withPatience } from "../guarded-hook.ts";

type Around = { readonly hooks: readonly ToolHooks[]; readonly log: Log };

/** What the hooks make of a call: blocked, other arguments, or null. A pending question ends with the turn. */
export async function hearBefore(
  call: HookedCall,
  { hooks, log }: Around,
  interrupt: AbortSignal,
): Promise<HookVerdict | null> {
  let verdict: HookVerdict | null = null;
  let { args } = call;
  for (const { name, preToolCall } of hooks) {
    if (preToolCall === undefined || interrupt.aborted) continue;
    const seen = { ...call, args };
    const said: HookVerdict | null = await guardedHook({ name, log }, () => preToolCall(seen), aborted(interrupt));
    if (said === null) continue;
    if (said.kind === "block") return said;
    verdict = said;
    args = said.args;
  }
  return verdict;
}

/** Tells every hook how the call ended, then asks for another result. */
export async function hearAfter(
  report: CallReport,
  content: Content,
  { hooks, log, clock }: Around & { readonly clock: Clock },
): Promise<Content> {
  return withPatience(clock, async (late) => {
    for (const { name, postToolCall } of hooks)
      if (postToolCall !== undefined) await guardedHook({ name, log }, () => postToolCall(report), late());
    for (const { name, transformToolResult } of hooks) {
      if (transformToolResult === undefined) continue;
      const other = await guardedHook({ name, log }, () => transformToolResult(report, content), late());
      if (typeof other === "string") return other;
    }
    return content;
  });
}

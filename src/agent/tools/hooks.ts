import type { Clock } from "../../domain/clock.ts";
import type { Log } from "../../domain/log.ts";
import type { Content } from "../../domain/message.ts";
import type { CallReport, HookedCall, HookVerdict, ToolHooks } from "../../domain/tool-hooks.ts";
import { passed } from "./stopwatch.ts";

type Around = { readonly hooks: readonly ToolHooks[]; readonly log: Log };

const longestAfterMs = 60_000; // nobody waits longer for somebody who only looks on

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
    const said: HookVerdict | null = await guarded(name, () => preToolCall(seen), log, aborted(interrupt));
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
  const over = new AbortController();
  const late = (): Promise<null> => passed(longestAfterMs, clock, over.signal).then(() => null);
  try {
    for (const { name, postToolCall } of hooks)
      if (postToolCall !== undefined) await guarded(name, () => postToolCall(report), log, late());
    for (const { name, transformToolResult } of hooks) {
      if (transformToolResult === undefined) continue;
      const other = await guarded(name, () => transformToolResult(report, content), log, late());
      if (typeof other === "string") return other;
    }
    return content;
  } finally {
    over.abort();
  }
}

async function guarded<T>(
  hook: string,
  work: () => Promise<T> | T,
  log: Log,
  impatience: Promise<null>,
): Promise<T | null> {
  const heard = async (): Promise<T> => work();
  const failed = (error: unknown): null => {
    log("warning", "hook.failed", { hook, error: String(error) });
    return null;
  };
  return Promise.race([heard().catch(failed), impatience]);
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(null), { once: true }));
}

import type { Clock } from "../../domain/clock.ts";
import type { Log } from "../../domain/log.ts";
import type { Content } from "../../domain/message.ts";
import type { CallReport, HookedCall, HookVerdict, ToolHooks } from "../../domain/tool-hooks.ts";
import { aborted, guardedHook, withPatience } from "../guarded-hook.ts";

type Around = { readonly hooks: readonly ToolHooks[]; readonly log: Log };

/** What a person has to agree to before the call runs. */
export type Gate = Pick<Extract<HookVerdict, { kind: "approve" }>, "message" | "rule">;

/** What the hooks make of a call; `args` is null where they are the model's own. */
export type Heard = {
  readonly blocked: string | null;
  readonly args: HookedCall["args"] | null;
  readonly gate: Gate | null;
};

/** Asks hook after hook. The first block wins, and so does the first that wants a person's yes. */
export async function hearBefore(call: HookedCall, { hooks, log }: Around): Promise<Heard> {
  const { signal: interrupt } = call;
  let gate: Gate | null = null;
  let { args } = call;
  for (const { name, preToolCall } of hooks) {
    if (preToolCall === undefined || interrupt.aborted) continue;
    const seen = { ...call, args };
    const said: HookVerdict | null = await guardedHook({ name, log }, () => preToolCall(seen), aborted(interrupt));
    if (said === null) continue;
    if (said.kind === "block") return { blocked: said.message, args: null, gate: null };
    if (said.kind === "approve") gate ??= said;
    args = said.args ?? args;
  }
  return { blocked: null, args: args === call.args ? null : args, gate };
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

import { hash } from "node:crypto";
import { textOf, type Content } from "../../domain/message.ts";
import { canonicalJson } from "../../text/canonical-json.ts";
import { guardrailPhrases as say } from "../../text/phrases/guardrails.ts";

type Counts = {
  readonly exact_failure: number;
  readonly same_tool_failure: number;
  readonly idempotent_no_progress: number;
};

/** The section `tool_loop_guardrails` of the settings; a count of 0 switches its rule off. */
export type GuardrailRules = {
  readonly warnings_enabled: boolean;
  readonly hard_stop_enabled: boolean;
  readonly warn_after: Counts & { readonly identical_call: number };
  readonly hard_stop_after: Counts;
  readonly loop_caps: { readonly web_search: number; readonly subagents: number };
};

export type WatchedCall = {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly readOnly: boolean;
  readonly spawns: number; // children it would start
};

/** What the model gets besides its result, or instead of it. */
type Remarks = { readonly instead: string | null; readonly notes: readonly string[] };

type Halt = { readonly rule: keyof typeof say; readonly text: string };

/** Watches one turn for going in circles. */
export type Guardrails = {
  /** Why this call may not run. Whatever blocks a call ends the turn. */
  readonly beforeCall: (call: WatchedCall) => string | null;
  /** To be told in the order of the calls, about those that ran or could not. */
  readonly afterCall: (call: WatchedCall, content: Content, failed: boolean) => Remarks;
  readonly halt: () => Halt | null;
};

type Repeat = { readonly result: string; readonly count: number };
type Seen = Repeat & { readonly signature: string; readonly id: string };

const worthReplacing = 512; // characters
const poller = /^process$|_poll$|_get_result$/;
const nothingSeen: Seen = { signature: "", result: "", count: 0, id: "" };

export function createGuardrails(rules: GuardrailRules): Guardrails {
  const { warn_after: warn, hard_stop_after: hard, loop_caps: caps } = rules;
  const uses = new Map<string, number>();
  const failures = new Map<string, number>(); // by signature and by tool
  const repeats = new Map<string, Repeat>();
  let last = nothingSeen;
  let halted: Halt | null = null;

  const stop = (rule: Halt["rule"], tool: string): string => {
    halted ??= { rule, text: say[rule](tool) };
    return say[rule](tool);
  };

  const warnings = (call: WatchedCall, failed: boolean, repeated: number): readonly string[] => {
    if (!rules.warnings_enabled) return [];
    if (!failed) {
      if (call.readOnly && reached(repeated, warn.idempotent_no_progress)) return [notes.noProgress(repeated)];
      return reached(last.count, warn.identical_call) ? [notes.identical(last.count)] : [];
    }
    const [same, any] = [failures.get(signatureOf(call)) ?? 0, failures.get(call.name) ?? 0];
    return [
      ...(reached(same, warn.exact_failure) ? [notes.sameFailure(same)] : []),
      ...(reached(any, warn.same_tool_failure) ? [notes.toolFails(call.name, any)] : []),
    ];
  };

  return {
    beforeCall: (call) => {
      const cap = capOf(call);
      if (cap !== null && caps[cap] > 0 && increase(uses, cap, Math.max(1, call.spawns)) > caps[cap])
        return stop(cap, call.name);
      if (!rules.hard_stop_enabled) return null;
      const signature = signatureOf(call);
      if (reached(failures.get(signature) ?? 0, hard.exact_failure)) return stop("exact_failure", call.name);
      const repeated = call.readOnly ? (repeats.get(signature)?.count ?? 0) : 0;
      return reached(repeated, hard.idempotent_no_progress) ? stop("idempotent_no_progress", call.name) : null;
    },
    afterCall: (call, content, failed) => {
      const [signature, result] = [signatureOf(call), textOf(content)];
      for (const key of [signature, call.name]) {
        if (failed) increase(failures, key);
        else failures.delete(key);
      }
      const repeat = counted(repeats.get(signature), result);
      repeats.set(signature, repeat);
      const earlier = last;
      last = poller.test(call.name) ? nothingSeen : seenAfter(earlier, { ...repeat, signature, id: call.id });
      const tooOften = reached(failures.get(call.name) ?? 0, hard.same_tool_failure);
      if (rules.hard_stop_enabled && tooOften) stop("same_tool_failure", call.name);
      const known = rules.warnings_enabled && last.count > 1 && typeof content === "string";
      return {
        instead: known && content.length >= worthReplacing ? notes.seeAbove(earlier.id, content.length) : null,
        notes: warnings(call, failed, repeat.count),
      };
    },
    halt: () => halted,
  };
}

function capOf({ spawns, name }: WatchedCall): keyof GuardrailRules["loop_caps"] | null {
  if (spawns > 0) return "subagents";
  return name === "web_search" ? name : null;
}

/** For the model only. */
const notes = {
  sameFailure: (times: number) =>
    `[This call has now failed ${times} times with the same arguments. Change something before trying again.]`,
  toolFails: (tool: string, times: number) =>
    `[${tool} has failed ${times} times in this turn. Read the errors, check your assumptions, or use another way.]`,
  noProgress: (times: number) =>
    `[This call has given the same result ${times} times. Use what you have instead of asking again.]`,
  identical: (times: number) => `[The same call with the same result, ${times} times in a row.]`,
  seeAbove: (id: string, chars: number) =>
    `[The same result as that of the call before (${id}), ${chars} characters; it stands above.]`,
} as const;

function seenAfter(earlier: Seen, now: Seen): Seen {
  const again = earlier.signature === now.signature && isSame(earlier.result, now.result);
  return again ? { ...earlier, count: earlier.count + 1 } : { ...now, count: 1 };
}

function counted(before: Repeat | undefined, result: string): Repeat {
  return { result, count: before !== undefined && isSame(before.result, result) ? before.count + 1 : 1 };
}

function reached(count: number, limit: number): boolean {
  return limit > 0 && count >= limit;
}

function increase(counts: Map<string, number>, key: string, by = 1): number {
  const next = (counts.get(key) ?? 0) + by;
  counts.set(key, next);
  return next;
}

function signatureOf(call: WatchedCall): string {
  return `${call.name} ${hashOf(canonicalText(call.arguments))}`;
}

/** Asked only of a call that was made before: a first result is not even read. */
function isSame(a: string, b: string): boolean {
  return a === b || canonicalText(a) === canonicalText(b);
}

/** Equal JSON is equal, however it was written. */
function canonicalText(text: string): string {
  try {
    return canonicalJson(JSON.parse(text));
  } catch {
    return text; // not JSON: compared as it stands
  }
}

function hashOf(text: string): string {
  return hash("sha256", text);
}

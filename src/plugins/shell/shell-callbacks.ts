import { isRecord } from "../../text/is-record.ts";
import type { ConsentBook } from "../consents.ts";
import type { HookCallback } from "../registration.ts";
import { childEnvironment } from "../../safety/child-env.ts";
import { pluginsPhrases as say } from "../../text/phrases/plugins.ts";
import { isAgreed, withHook, type HookPlace } from "./hook-consent.ts";
import { runShellHook, type ShellEnd } from "./run-shell-hook.ts";
import { shellAnswer } from "./shell-answer.ts";
import type { BrokenGuard, ShellHook } from "./shell-hook.ts";

export type ShellHookParts = HookPlace & {
  readonly consents: ConsentBook;
  /** `hooks_auto_accept`. */
  readonly acceptsAll: boolean;
  /** A secret by its name, for hooks that list it. */
  readonly secret: (name: string) => string | undefined;
  /** Yes or no from a person; null: nobody is there. */
  readonly ask: ((question: string) => Promise<boolean>) | null;
};

/** The callbacks of shell hooks, and what to tell about those nobody agreed to: only a guard stays, and blocks. */
export async function shellCallbacks(
  hooks: readonly ShellHook[],
  parts: ShellHookParts,
): Promise<{ readonly callbacks: readonly HookCallback[]; readonly warnings: readonly string[] }> {
  const callbacks: HookCallback[] = [];
  const warnings: string[] = [];
  for (const hook of hooks) {
    const agreed = await agree(hook, parts);
    if (!agreed) warnings.push(say.hookUntrusted(hook.event, hook.command));
    if (agreed || hook.failClosed) callbacks.push(callbackOf(hook, parts));
  }
  return { callbacks, warnings };
}

/** It blocks, and says what to mend: a guard with a mistake in it must not be an open door. */
export function brokenGuard({ event, problem }: BrokenGuard): HookCallback {
  const call = async (): Promise<never> => {
    throw new Error(problem);
  };
  return { owner: "A shell hook of config.yaml", hook: event, options: { failClosed: true }, call };
}

async function agree(hook: ShellHook, parts: ShellHookParts): Promise<boolean> {
  if (mayRun(hook, parts)) return true;
  if (parts.ask === null || !(await parts.ask(say.askHook(hook.event, hook.command)))) return false;
  parts.consents.change((consents) => withHook(hook, parts, consents));
  return true;
}

/** Looked up at every run: a script that is edited meanwhile is not the one that was agreed to. */
function mayRun(hook: ShellHook, { acceptsAll, consents, ...place }: ShellHookParts): boolean {
  return acceptsAll || isAgreed(hook, place, consents.read());
}

function callbackOf(hook: ShellHook, parts: ShellHookParts): HookCallback {
  const { event, command, matcher, timeoutMs, failClosed } = hook;
  return {
    owner: `Shell hook \`${command}\``,
    hook: event,
    options: { matcher, timeoutMs, failClosed },
    call: async (payload, signal) => {
      if (!mayRun(hook, parts)) throw new Error(say.hookChanged);
      return shellAnswer(event, await runHook(hook, payload, parts, signal));
    },
  };
}

type RunParts = Pick<ShellHookParts, "cwd" | "env" | "secret">;

/** The command as it is run, with the payload on its stdin. Whether it may is asked before. */
export function runHook(hook: ShellHook, payload: unknown, parts: RunParts, signal: AbortSignal): Promise<ShellEnd> {
  const input = JSON.stringify(inputOf(hook.event, payload, parts.cwd));
  const env = environmentFor(hook, parts);
  return runShellHook({ command: hook.command, cwd: parts.cwd, env, input, signal });
}

function environmentFor({ env: listed }: ShellHook, { env, secret }: RunParts): Record<string, string> {
  const given = listed.flatMap((name) => {
    const value = env[name] ?? secret(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...childEnvironment(env, []), ...Object.fromEntries(given) };
}

function inputOf(event: ShellHook["event"], payload: unknown, cwd: string) {
  const { tool, args, session_id: sessionId, ...extra } = isRecord(payload) ? payload : {};
  return {
    hook_event_name: event,
    tool_name: tool ?? null,
    tool_input: args ?? null,
    session_id: sessionId ?? "",
    cwd,
    extra,
  };
}

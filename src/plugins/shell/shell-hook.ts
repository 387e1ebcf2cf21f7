import { z } from "zod";
import { isRecord } from "../../text/is-record.ts";
import { pluginsPhrases as say } from "../../text/phrases/plugins.ts";
import { isHookName, type HookName } from "../hooks/hook-names.ts";

/** A command of the person's own that runs at a hook. */
export type ShellHook = {
  readonly event: HookName;
  readonly command: string;
  readonly matcher: string;
  readonly timeoutMs: number;
  readonly failClosed: boolean;
  /** Variables it gets although they look like secrets. */
  readonly env: readonly string[];
};

const EntrySchema = z.object({
  command: z.string().trim().min(1),
  matcher: z.string().default(""),
  timeout: z.number().positive().max(300).default(60), // seconds
  fail_closed: z.boolean().default(false),
  env: z.array(z.string()).default([]),
});

/** Names another program gave the same moments. */
const otherNames: Readonly<Record<string, HookName>> = {
  PreToolUse: "pre_tool_call",
  PostToolUse: "post_tool_call",
  UserPromptSubmit: "pre_llm_call",
  Stop: "post_llm_call",
  SubagentStop: "subagent_stop",
  SessionStart: "on_session_start",
  SessionEnd: "on_session_end",
};

/** A hook that was to guard something and cannot be run as it is written. */
export type BrokenGuard = { readonly event: HookName; readonly problem: string };

/** `hooks` of the configuration; each mistake is one line, and that hook is left out, or blocks if it was to guard. */
export function readShellHooks(setting: Readonly<Record<string, unknown>>): {
  readonly hooks: readonly ShellHook[];
  readonly problems: readonly string[];
  readonly brokenGuards: readonly BrokenGuard[];
} {
  const read = Object.entries(setting).flatMap(([name, entries]) =>
    (Array.isArray(entries) ? entries : [entries]).map((entry: unknown) => ({
      name,
      entry,
      hook: hookOf(name, entry),
    })),
  );
  return {
    hooks: read.flatMap(({ hook }) => (typeof hook === "string" ? [] : [hook])),
    problems: read.map(({ hook }) => hook).filter((hook) => typeof hook === "string"),
    brokenGuards: read.flatMap(({ name, entry, hook: problem }) => {
      const event = eventOf(name);
      return typeof problem === "string" && event !== undefined && guards(entry) ? [{ event, problem }] : [];
    }),
  };
}

function guards(entry: unknown): boolean {
  return isRecord(entry) && entry["fail_closed"] === true;
}

/** The moment meant by a name of ours or of another program. */
export function eventOf(name: string): HookName | undefined {
  return isHookName(name) ? name : Object.hasOwn(otherNames, name) ? otherNames[name] : undefined;
}

function hookOf(name: string, entry: unknown): ShellHook | string {
  const event = eventOf(name);
  if (event === undefined) return say.badHook(name, say.unknownHook(name));
  const read = EntrySchema.safeParse(typeof entry === "string" ? { command: entry } : entry);
  if (!read.success) return say.badHook(name, mistakes(read.error));
  const { command, matcher, timeout, fail_closed: failClosed, env } = read.data;
  if (!isPattern(matcher)) return say.badHook(name, say.badMatcher(matcher));
  return { event, command, matcher, timeoutMs: timeout * 1_000, failClosed, env };
}

function isPattern(matcher: string): boolean {
  try {
    return matcher === "*" || new RegExp(matcher) instanceof RegExp;
  } catch {
    return false;
  }
}

function mistakes({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join(".") || "it"}: ${message}`).join("; ");
}

import { z } from "zod";
import type { Clock } from "../../src/domain/clock.ts";
import { fail, ok } from "../../src/domain/outcome.ts";
import { defineTool, type Tool } from "../../src/domain/tool.ts";

type Part = Pick<Tool, "name" | "concurrency"> & Partial<Pick<Tool, "readOnly" | "needsSession">>;

/** What tools did, in order: `+name` when a handler was entered, `-name` when it ended. */
export type Script = {
  readonly told: string[];
  /** How many handlers were ever inside at the same time. */
  readonly most: () => number;
  readonly tools: (...parts: readonly Part[]) => (clock: Clock) => readonly Tool[];
};

const input = z.object({
  /** What the script calls it. */
  as: z.string().default(""),
  path: z.string().optional(),
  ms: z.int().default(10),
  /** Goes on when it is told to stop. */
  deaf: z.boolean().default(false),
  limit: z.int().optional(),
  says: z.string().optional(),
  fails: z.boolean().default(false),
  chars: z.int().optional(),
  ask: z.string().optional(),
});

/** Real tools that take as long as their arguments say, by the clock of the world they are in. */
export function playedTools(): Script {
  const told: string[] = [];
  let inside = 0;
  let most = 0;
  const play = (part: Part, clock: Clock): Tool =>
    defineTool({
      ...part,
      toolset: "played",
      description: "Plays its part.",
      input,
      paths: ({ path }) => (path === undefined ? [] : [path]),
      preview: ({ as }) => as,
      ownLimitMs: ({ limit }) => limit ?? null,
      run: async ({ as, ms, deaf, fails, says, chars, ask }, { signal, approve }) => {
        told.push(`+${as || part.name}`);
        inside += 1;
        most = Math.max(most, inside);
        try {
          const verdict = ask === undefined ? null : await approve({ tool: part.name, kind: "command", action: ask });
          if (verdict?.decision === "deny") return fail(verdict.reason);
          await clock.sleep(ms, deaf ? new AbortController().signal : signal);
          const text = chars === undefined ? (says ?? `${as} done`) : "x".repeat(chars);
          return fails ? fail(text) : ok(text);
        } finally {
          inside -= 1;
          told.push(`-${as || part.name}`);
        }
      },
    });
  return {
    told,
    most: () => most,
    tools:
      (...parts) =>
      (clock) =>
        parts.map((part) => play(part, clock)),
  };
}

export type PlayedCall = {
  readonly name: string;
  readonly id?: string;
  readonly arguments: Readonly<Record<string, unknown>>;
};

export const calls = (...tool_calls: readonly PlayedCall[]) => ({
  reply: { tool_calls: tool_calls.map((call) => ({ ...call, arguments: { ...call.arguments } })) },
});
export const says = (text: string) => ({ reply: { text } });

import { z } from "zod";
import type { Clock } from "../../src/domain/clock.ts";
import { fail, ok, type ToolOutcome } from "../../src/domain/outcome.ts";
import { defineTool, type Tool } from "../../src/domain/tool.ts";
import { secretKey } from "./mood.ts";

const kinds = {
  look_around: { concurrency: "free", readOnly: true },
  send_letter: { concurrency: "free", readOnly: false },
  read_page: { concurrency: "path-read", readOnly: true },
  write_page: { concurrency: "path-write", readOnly: false },
  run_shell: { concurrency: "shell", readOnly: false },
  keep_note: { concurrency: "state", readOnly: false },
  start_child: { concurrency: "spawn", readOnly: false },
} as const satisfies Record<string, Pick<Tool, "concurrency" | "readOnly">>;

export const toolNames = [
  "look_around",
  "send_letter",
  "read_page",
  "write_page",
  "run_shell",
  "keep_note",
  "start_child",
] as const satisfies (keyof typeof kinds)[];

/** How a call goes; most go well. */
export const hows = [
  "well",
  "well",
  "well",
  "well",
  "badly",
  "thrown",
  "huge",
  "deaf",
  "stuck",
  "broken-text",
  "secret",
] as const;

const input = z.object({
  /** Unique within a run. */
  as: z.string(),
  path: z.string().optional(),
  ms: z.int().default(10),
  how: z.enum(hows).default("well"),
});

/** Told when a handler is entered and when it is about to return. */
export type Stage = {
  readonly entered: (job: string) => Promise<void>;
  readonly leaving: () => Promise<void>;
};

export function chaosTools(stage: Stage, clock: Clock): readonly Tool[] {
  return toolNames.map((name) =>
    defineTool({
      name,
      ...kinds[name],
      toolset: "chaos",
      description: "Plays its part.",
      input,
      paths: ({ path }) => (path === undefined ? [] : [path]),
      preview: ({ as }) => as,
      run: async ({ as, ms, how }, { signal }) => {
        await stage.entered(as);
        const hears = how === "deaf" ? new AbortController().signal : signal;
        await clock.sleep(how === "stuck" ? 10 * 3_600_000 : ms, hears);
        await stage.leaving();
        return endOf(how, as);
      },
    }),
  );
}

function endOf(how: (typeof hows)[number], job: string): ToolOutcome {
  switch (how) {
    case "badly":
      return fail(`${job} could not be done`);
    case "thrown":
      throw new Error(`${job} broke`);
    case "huge":
      return ok(`${job} `.repeat(30_000));
    case "broken-text":
      return ok(`${job} half \ud83d a character`);
    case "secret":
      return ok(`${job} found ${secretKey}`);
    case "well":
    case "deaf":
    case "stuck":
      return ok(`${job} done`);
  }
}

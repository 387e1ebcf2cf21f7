import { z } from "zod";
import { fail, ok } from "./outcome.ts";
import type { Tool } from "./tool.ts";

/** A part that brings tools of its own, as function schemas, and answers their calls with a text. */
type Bringer = {
  readonly name: string;
  /** Bare or wrapped. */
  readonly getToolSchemas?: () => readonly unknown[];
  readonly handleToolCall?: (
    name: string,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<string> | string;
};

const FunctionSchema = z.object({
  name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
  description: z.string().default(""),
  parameters: z.record(z.string(), z.unknown()).default({ type: "object", properties: {} }),
});
const WrappedSchema = z.object({ function: FunctionSchema }).transform((wrapped) => wrapped.function);
const AnySchema = z.union([WrappedSchema, FunctionSchema]);

type Rules = Pick<Tool, "toolset" | "readOnly"> & {
  /** Names that are not to be had. */
  readonly taken?: readonly string[];
  readonly onDropped: () => void;
  readonly onFailed: (error: unknown) => void;
};

/** The tools, sorted by name. One without a usable name, or with one that is taken or comes twice, is left out. */
export function broughtTools(bringer: Bringer, { taken = [], onDropped, onFailed, ...traits }: Rules): readonly Tool[] {
  const schemas = schemasOf(bringer, onFailed).flatMap((raw) => {
    const schema = AnySchema.safeParse(raw);
    if (schema.success && !taken.includes(schema.data.name)) return [schema.data];
    onDropped();
    return [];
  });
  const firsts = schemas.filter(({ name }, index) => schemas.findIndex((other) => other.name === name) === index);
  return firsts
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((schema) => ({
      ...schema,
      ...traits,
      concurrency: "state",
      needsSession: true,
      maxResultChars: null,
      prepare: (args) => ({ kind: "ready", call: callOf(schema.name, args, bringer) }),
    }));
}

function schemasOf(bringer: Bringer, onFailed: Rules["onFailed"]): readonly unknown[] {
  try {
    return bringer.handleToolCall === undefined ? [] : (bringer.getToolSchemas?.() ?? []);
  } catch (error) {
    onFailed(error);
    return [];
  }
}

type Call = Extract<ReturnType<Tool["prepare"]>, { kind: "ready" }>["call"];

function callOf(name: string, args: Parameters<Tool["prepare"]>[0], bringer: Bringer): Call {
  return {
    paths: null,
    preview: "",
    ownLimitMs: null,
    run: async ({ signal }) => {
      const answer = await bringer.handleToolCall?.(name, args, signal);
      return typeof answer === "string" ? ok(answer) : fail(`${bringer.name} does not answer tool calls`);
    },
  };
}

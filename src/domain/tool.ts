import { z } from "zod";
import type { ApprovalChannel, ApprovalRequest, ApprovalVerdict, Question } from "./approval.ts";
import type { ChildEvent } from "./event.ts";
import type { Log } from "./log.ts";
import type { Content } from "./message.ts";
import type { ToolOutcome } from "./outcome.ts";
import type { ChildCost } from "./turn.ts";

/** How calls may overlap; all the planner knows about a tool, together with the paths of a call. */
type Concurrency = "free" | "path-read" | "path-write" | "shell" | "state" | "interactive" | "spawn";

/** A tool as the registry holds it. Built by `defineTool`, or from a foreign JSON Schema with the same shape. */
export type Tool = {
  readonly name: string; // ^[a-zA-Z0-9_-]{1,64}$
  readonly toolset: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>; // JSON Schema, an object
  readonly concurrency: Concurrency;
  /** Calls change nothing: after a crash they are forgotten instead of answered as "effect unknown". */
  readonly readOnly: boolean;
  /** Works on the state of a session; without one the dispatcher refuses it. */
  readonly needsSession: boolean;
  /** Runs a program that calls tools itself: it needs their list, and a step of nothing else costs no unit. */
  readonly programmatic?: boolean;
  /** The server outside that brings it, by its configured name: such a tool may be found by search instead of listed. */
  readonly server?: string;
  readonly maxResultChars: number | null;
  /** Arguments are an object, already coerced to the schema's types where that was possible. */
  readonly prepare: (args: Readonly<Record<string, unknown>>) => Preparation;
};

type Preparation =
  | { readonly kind: "ready"; readonly call: PreparedCall }
  | { readonly kind: "invalid"; readonly problems: readonly string[] }; // one per bad field, naming it

/** One call whose arguments fit. */
export type PreparedCall = {
  /** Paths it reads or writes, as given; null where the class needs paths and the call has none. */
  readonly paths: readonly string[] | null;
  /** One short line for people. */
  readonly preview: string;
  /** A limit the call was given itself; the outer deadline stays above it. */
  readonly ownLimitMs: number | null;
  /** How many sessions it starts; a turn may start only so many. */
  readonly children?: number;
  readonly run: (context: ToolContext) => Promise<ToolOutcome>;
};

export type ToolContext = {
  readonly sessionId: string;
  readonly taskId: string;
  readonly turnId: string;
  readonly callId: string;
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly enabledTools: readonly string[];
  readonly platform: string;
  readonly log: Log;
  readonly progress: (note: string) => void;
  /** To be awaited once the call is approved and before its first effect: what is there can be kept for going back. */
  readonly beforeChange: () => Promise<void>;
  readonly approve: (request: Omit<ApprovalRequest, "callId" | "cwd">) => Promise<ApprovalVerdict>;
  /** The way to people that children of this call ask through. */
  readonly people?: ApprovalChannel;
  /** For tools that run sessions of their own: when the turn began, what they do, and once for each what it used. */
  readonly turnStartedMs: number;
  readonly tell: (event: ChildEvent) => void;
  readonly charge: (cost: ChildCost & { readonly task?: string }) => void;
  /** A question for the person; it resolves to null when there is no answer. null: nobody is there to be asked. */
  readonly ask: ((question: Omit<Question, "id" | "kind">, signal: AbortSignal) => Promise<string | null>) | null;
  /** Given to programmatic tools alone. */
  readonly program?: ProgramSupport;
};

/** What a tool needs that runs a program which calls tools itself. */
export type ProgramSupport = {
  /** All the way of a call of the model's own, hooks and approval included; the answer is the program's. Never rejects. */
  readonly call: (name: string, args: Readonly<Record<string, unknown>>) => Promise<ProgramAnswer>;
  /** Resolves when that much more was worked, a person's time not counted; never, once `over` has come. */
  readonly worked: (ms: number, over: AbortSignal) => Promise<void>;
};

export type ProgramAnswer = { readonly content: Content; readonly ok: boolean };

type Definition<Input extends z.ZodObject> = {
  readonly name: string;
  readonly toolset: string;
  readonly description: string;
  readonly concurrency: Concurrency;
  readonly readOnly?: boolean;
  readonly needsSession?: boolean;
  readonly programmatic?: boolean;
  readonly maxResultChars?: number;
  readonly input: Input;
  readonly paths?: (input: z.output<Input>) => readonly string[];
  readonly preview?: (input: z.output<Input>) => string;
  readonly ownLimitMs?: (input: z.output<Input>) => number | null;
  readonly children?: (input: z.output<Input>) => number;
  readonly run: (input: z.output<Input>, context: ToolContext) => Promise<ToolOutcome>;
};

/** The schema is the contract: the model gets it as JSON Schema, `run` gets input that fits it. */
export function defineTool<Input extends z.ZodObject>(definition: Definition<Input>): Tool {
  const { input, name, toolset, description, concurrency } = definition;
  return {
    name,
    toolset,
    description,
    concurrency,
    readOnly: definition.readOnly ?? false,
    needsSession: definition.needsSession ?? false,
    programmatic: definition.programmatic ?? false,
    maxResultChars: definition.maxResultChars ?? null,
    parameters: parametersOf(input),
    prepare: (args) => {
      const parsed = input.safeParse(args);
      if (!parsed.success) return { kind: "invalid", problems: parsed.error.issues.map(problemOf) };
      return { kind: "ready", call: callOf(definition, parsed.data) };
    },
  };
}

function callOf<Input extends z.ZodObject>(definition: Definition<Input>, input: z.output<Input>): PreparedCall {
  return {
    paths: definition.paths?.(input) ?? null,
    preview: definition.preview?.(input) ?? "",
    ownLimitMs: definition.ownLimitMs?.(input) ?? null,
    children: definition.children?.(input) ?? 0,
    run: (context) => definition.run(input, context),
  };
}

function parametersOf(input: z.ZodObject): Readonly<Record<string, unknown>> {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(input, { io: "input" });
  return schema;
}

function problemOf(issue: z.core.$ZodIssue): string {
  const field = issue.path.join(".") || "arguments";
  return `${field}: ${issue.message}`;
}

import { isRecord } from "../text/is-record.ts";
import type { Tool as Listed } from "@modelcontextprotocol/client";
import { fail, type ToolOutcome } from "../domain/outcome.ts";
import type { Tool, ToolContext } from "../domain/tool.ts";
import type { PlannedTool } from "./planned-tool.ts";
import { renderResult } from "./render-result.ts";
import { strings, type Json } from "./schema/json.ts";
import { normaliseSchema } from "./schema/normalise-schema.ts";
import type { CallContext, McpServer, ServerLine } from "./server.ts";
import { toolsetOf } from "./tool-names.ts";

const longestDescription = 4_000;

/** What a tool of a server is, besides its schema and what it does. */
type Frame = {
  readonly name: string;
  readonly server: McpServer;
  readonly readOnly: boolean;
  readonly maxResultChars: number;
};

/** A server's tool as one of ours. */
export function plannedTool(listed: Listed, server: McpServer, maxResultChars: number): PlannedTool {
  return {
    server: server.name,
    tool: listed.name,
    make: (name) => foreignTool(listed, { name, server, maxResultChars }),
  };
}

function foreignTool(listed: Listed, frame: Omit<Frame, "readOnly">): Tool {
  const { schema, renamed } = normaliseSchema(listed.inputSchema);
  const readOnly = listed.annotations?.readOnlyHint === true;
  const { title = "", description = title } = listed;
  return {
    ...framed({ ...frame, readOnly }),
    description: description.slice(0, longestDescription),
    parameters: schema,
    prepare: (args) => {
      const missing = strings(schema["required"]).filter((name) => args[name] === undefined);
      if (missing.length > 0) return { kind: "invalid", problems: missing.map((name) => `${name}: is required`) };
      const given = withOwnNames(args, renamed);
      const run = async (line: ServerLine): Promise<ToolOutcome> => outcomeOf(await line.callTool(listed.name, given));
      return { kind: "ready", call: callOf({ ...frame, readOnly }, args, run) };
    },
  };
}

/**
 * Calls run alone and in order unless the server says that it takes several: the class of commands, since its tools may
 * touch what commands and files do. Not "state", which is the agent's own house.
 */
export function framed({ name, server, readOnly, maxResultChars }: Frame) {
  return {
    name,
    toolset: toolsetOf(server.name),
    concurrency: server.settings.supports_parallel_tool_calls ? "free" : "shell",
    readOnly,
    needsSession: false,
    server: server.name,
    maxResultChars,
  } as const;
}

/** A call that asks first where it has to, and leaves the rest to the server. */
export function callOf(frame: Frame, args: Json, run: (line: ServerLine) => Promise<ToolOutcome>) {
  const { server } = frame;
  const shown = `${frame.name} ${JSON.stringify(args)}`;
  return {
    paths: null,
    preview: shown.slice(0, 200),
    ownLimitMs: server.limitMs,
    run: async (context: ToolContext): Promise<ToolOutcome> => {
      const refusal = await refusalOf(frame, shown, context);
      if (refusal !== null) return refusal;
      if (!frame.readOnly) await context.beforeChange();
      return server.call(callContext(frame, context), run);
    },
  };
}

async function refusalOf(
  { name, server, readOnly }: Frame,
  action: string,
  context: ToolContext,
): Promise<ToolOutcome | null> {
  if (server.settings.trust === "full" || readOnly) return null;
  const verdict = await context.approve({ tool: name, kind: "tool", action });
  return verdict.decision === "allow" ? null : { kind: "error", message: verdict.reason, effect: "none" };
}

function callContext({ name, readOnly }: Frame, context: ToolContext): CallContext {
  const { approve, ask, signal, charge, progress } = context;
  return { tool: name, approve, ask, signal, charge, progress, changesNothing: readOnly };
}

function outcomeOf(result: Awaited<ReturnType<ServerLine["callTool"]>>): ToolOutcome {
  const content = renderResult(result);
  if (result.isError !== true) return { kind: "ok", content };
  return fail(typeof content === "string" ? content : "The tool failed; it answered with an image.");
}

function withOwnNames(args: Json, renamed: ReadonlyMap<string, string>): Json {
  if (!isRecord(args) || renamed.size === 0) return args;
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [renamed.get(name) ?? name, value]));
}

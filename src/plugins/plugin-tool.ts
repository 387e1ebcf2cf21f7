import { z } from "zod";
import { ok } from "../domain/outcome.ts";
import type { Tool, ToolContext } from "../domain/tool.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import { isFunction, reasonOf } from "./foreign.ts";
import type { PluginTool } from "./plugin.ts";
import type { Watch } from "./watch.ts";

const validName = /^[a-zA-Z0-9_-]{1,64}$/;
const classes = ["free", "path-read", "path-write", "shell", "state", "interactive", "spawn"] as const;

const PlainSchema = z.object({
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()).default({ type: "object", properties: {} }),
  toolset: z.string().min(1).optional(),
  concurrency: z.enum(classes).default("state"), // nothing is known about it: one at a time
  readOnly: z.boolean().default(false),
  maxResultChars: z.int().positive().optional(),
});

/** A plugin's tool as the registry wants it, or an error that names what is wrong with it. */
export function toolOf(given: PluginTool | Tool, pluginId: string, watch: Watch): Tool {
  const label = `plugin ${pluginId}, tool ${given.name}`;
  const tool = "prepare" in given ? given : plainTool(given, pluginId);
  if (typeof tool.name !== "string" || !validName.test(tool.name)) throw new Error(say.badToolName(tool.name));
  return {
    ...tool,
    prepare: (args) =>
      watched(
        watch.run(label, () => tool.prepare(args)),
        label,
        watch,
      ),
  };
}

function watched(prepared: ReturnType<Tool["prepare"]>, label: string, watch: Watch): ReturnType<Tool["prepare"]> {
  if (prepared.kind === "invalid") return prepared;
  const { run } = prepared.call;
  return { kind: "ready", call: { ...prepared.call, run: (context) => watch.run(label, () => run(context)) } };
}

function plainTool(given: PluginTool, pluginId: string): Tool {
  const read = PlainSchema.safeParse(given);
  if (!read.success) throw new Error(say.badRegistration("registerTool", firstIssue(read.error)));
  if (!isFunction(given.handler)) throw new Error(say.badRegistration("registerTool", "handler is not a function"));
  const { maxResultChars = null, toolset = `plugin:${pluginId}`, ...described } = read.data;
  const accepts = schemaOf(described.name, described.parameters);
  return {
    ...described,
    toolset,
    maxResultChars,
    needsSession: false,
    prepare: (args) => {
      const parsed = accepts.safeParse(args);
      if (!parsed.success) return { kind: "invalid", problems: parsed.error.issues.map(problemOf) };
      const call = {
        paths: null,
        preview: given.preview?.(args) ?? "",
        ownLimitMs: null,
        run: async (context: ToolContext) => ok(await given.handler(args, context)),
      };
      return { kind: "ready", call };
    },
  };
}

function schemaOf(tool: string, parameters: Readonly<Record<string, unknown>>): z.ZodType {
  try {
    return z.fromJSONSchema({ ...parameters });
  } catch (error) {
    throw new Error(say.badParameters(tool, reasonOf(error)), { cause: error });
  }
}

function problemOf({ path, message }: z.core.$ZodIssue): string {
  return `${path.join(".") || "arguments"}: ${message}`;
}

function firstIssue({ issues }: z.ZodError): string {
  return issues.map(problemOf).join("; ");
}

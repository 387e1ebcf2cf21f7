import { z } from "zod";
import { openSideBook, type SideBook } from "../agent/side-book.ts";
import { hearBefore } from "../agent/tools/hooks.ts";
import type { TurnName } from "../agent/tools/toolbox.ts";
import type { AuxiliaryTask } from "../domain/auxiliary.ts";
import type { Clock } from "../domain/clock.ts";
import type { Log } from "../domain/log.ts";
import { textOf, type ToolCall } from "../domain/message.ts";
import type { Completion } from "../plugins/plugin.ts";
import type { PluginServices, PluginToolCall } from "../plugins/services.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import type { ServingSession } from "./open-plugins.ts";

const tasks: readonly AuxiliaryTask[] = [
  "vision",
  "compression",
  "web_extract",
  "approval",
  "title_generation",
  "session_search",
  "skills_hub",
  "mcp",
  "background_review",
  "memory_query_rewrite",
  "goal_judge",
];

type Around = { readonly clock: Clock; readonly log: Log };

/** What a running session does for its plugins, through the same doors as everybody else. */
export function pluginServices(serving: ServingSession, around: Around): PluginServices {
  return {
    complete: (request, pluginId) => complete(request, pluginId, serving, around),
    callTool: (call) => callTool(call, serving, around),
    inject: (sessionKey, text) => sessionKey === serving.session.info.sessionId && serving.session.steer(text),
  };
}

async function complete(
  { task, prompt, system, schema, signal }: Completion,
  pluginId: string,
  { auxiliary, runtime, session, purse, addCosts }: ServingSession,
  { clock, log }: Around,
): Promise<unknown> {
  if (!tasks.includes(task)) throw new Error(say.unknownTask(task, tasks));
  const spent = openSideBook(purse, clock);
  const outcome = await auxiliary.call(task, {
    messages: [{ role: "user", content: schema === undefined ? prompt : `${prompt}\n\n${asJson(schema)}` }],
    ...(system === undefined ? {} : { system: [{ text: system, cached: false }] }),
    runtime,
    signal: signal ?? new AbortController().signal,
    onUsage: (cost) => {
      log("info", "plugin.llm", { plugin: pluginId, task, model: cost.model, ...cost.usage });
      spent.book({ ...cost, task: "plugin", api_calls: 1 });
    },
  });
  await keep(spent, pluginId, { session, addCosts }, log);
  if (outcome.kind === "aborted") throw new Error("aborted");
  if (outcome.kind === "failed") throw new Error(outcome.notice);
  const text = outcome.reply.content;
  return schema === undefined ? text : z.fromJSONSchema({ ...schema }).parse(JSON.parse(withoutFence(text)));
}

/** What was paid for stands, whether or not it can be written down. */
async function keep(
  spent: SideBook,
  pluginId: string,
  { session, addCosts }: Pick<ServingSession, "session" | "addCosts">,
  log: Log,
): Promise<void> {
  if (spent.all().length === 0) return;
  await addCosts(session.info.sessionId, spent.all()).catch((error: unknown) => {
    log("warning", "plugin.cost_lost", { plugin: pluginId, error: String(error) });
  });
}

function asJson(schema: Readonly<Record<string, unknown>>): string {
  return `Answer with nothing but JSON that fits this schema:\n${JSON.stringify(schema)}`;
}

function withoutFence(text: string): string {
  return text.trim().replace(/^```(?:json)?\s*([^]*?)\s*```$/, "$1");
}

/** Planned, heard by the hooks, approved, run and cut to size like a call of the model's. */
async function callTool(
  { pluginId, name: given, args, mayCallMcp, signal }: PluginToolCall,
  { session, toolbox, purse, addCosts }: ServingSession,
  { clock, log }: Around,
): Promise<string> {
  const at = clock.now();
  const asked = toolbox.meant(callOf(`plugin_${pluginId}_${at}`, given, args)); // a server's tool, however it is called
  const { name } = asked.function;
  if (name.startsWith("mcp_") && !mayCallMcp) throw new Error(say.needsCapability("mcp.call"));
  const { sessionId } = session.info;
  const taskId = `plugin:${pluginId}`;
  const turn: TurnName = {
    sessionId,
    taskId,
    turnId: "",
    startedAtMs: at,
    sideCosts: openSideBook(purse, clock),
    decisions: [],
  };
  const first = toolbox.plan(asked);
  if (first.kind === "refused") return textOf(first.result.content);
  const { hooks } = toolbox;
  const shown = { callId: asked.id, tool: name, args: first.args, sessionId, turnId: "", taskId: turn.taskId, signal };
  const heard = await hearBefore(shown, { hooks, log });
  if (heard.blocked !== null) return JSON.stringify({ error: heard.blocked });
  const call = heard.args === null ? asked : callOf(asked.id, name, heard.args);
  const plan = toolbox.plan(call);
  if (plan.kind === "refused") return textOf(plan.result.content);
  const context = toolbox.contextFor(call, turn, () => undefined, { signal, whileAsking: (question) => question() });
  if (heard.gate !== null) {
    const verdict = await context.approve({ tool: name, kind: "tool", action: `${name} ${call.function.arguments}` });
    if (verdict.decision === "deny") return JSON.stringify({ error: verdict.reason });
  }
  const result = await toolbox.run(plan, context);
  await keep(turn.sideCosts, pluginId, { session, addCosts }, log);
  return textOf(toolbox.fit(plan, call.id, result).content);
}

function callOf(id: string, name: string, args: Readonly<Record<string, unknown>>): ToolCall {
  return { id, type: "function", function: { name, arguments: JSON.stringify(args) } };
}

import { jsonErrorPlace } from "../../tools/json-position.ts";
import type { ToolCall, ToolMessage } from "../../domain/message.ts";
import type { ModelReply } from "../../domain/model-client.ts";
import { canonicalJson } from "../../text/canonical-json.ts";
import { agentPhrases as say } from "../../text/phrases/agent.ts";
import { ending } from "../ending.ts";
import { toolMessage } from "../tools/tool-message.ts";
import type { TurnDeps } from "../turn-state.ts";
import { hasInvalidJson } from "./invalid-json.ts";
import { messageOf } from "./message-of.ts";
import { repairName } from "./tool-names.ts";
import { parses } from "./truncated-call.ts";
import type { Judge } from "./verdict.ts";

const mostInvalid = 3;

/** Tool calls: names mended, doubles dropped, and nothing run that cannot be meant. */
export const judgeCalls: Judge = (reply, turn, deps) => {
  if (reply.tool_calls.length === 0) return null;
  const calls = withoutSurplus(
    withoutDoubles(reply.tool_calls.map((call) => mended(call, deps.toolbox))),
    deps.toolbox,
  );
  const sound: ModelReply = { ...reply, tool_calls: calls, content: withoutEcho(reply.content, calls) };
  const allUnknown = calls.every((call) => !isKnown(call, deps.toolbox));
  turn.counts.invalidTool = allUnknown ? turn.counts.invalidTool + 1 : 0;
  if (turn.counts.invalidTool >= mostInvalid) {
    const names = calls.map((call) => call.function.name).join(", ");
    const parts = { text: say.unknownTools(names), error: `unknown tools: ${names}` };
    return { kind: "ended", ending: ending("invalid_tool_calls_exhausted", parts) };
  }
  const message = messageOf(sound, turn, deps);
  if (hasInvalidJson(sound, deps.toolbox)) {
    turn.counts.invalidJson = 0;
    return { kind: "rejected", message, results: calls.map((call) => rejection(call, deps)) };
  }
  const { isHousekeeping } = deps.toolbox;
  const onlyHousekeeping = calls.every((call) => isHousekeeping(call.function.name)) && message.content !== "";
  turn.housekeepingText = onlyHousekeeping ? message.content : null;
  turn.counts.postToolEmptyNudged = false;
  return { kind: "tools", message, calls };
};

function isKnown(call: ToolCall, { has, meant }: TurnDeps["toolbox"]): boolean {
  return has(meant(call).function.name);
}

/** Guessed are tools of the list only: names of others look alike, and the wrong one might do harm. */
function mended(call: ToolCall, toolbox: TurnDeps["toolbox"]): ToolCall {
  const { name } = call.function;
  const listed = toolbox.schemas.map((tool) => tool.name);
  const meant = isKnown(call, toolbox) ? name : repairName(name, listed);
  return meant === null || meant === name ? call : { ...call, function: { ...call.function, name: meant } };
}

/** The same call twice in one reply is run once. */
function withoutDoubles(calls: readonly ToolCall[]): readonly ToolCall[] {
  const seen = new Set<string>();
  return calls.filter(({ function: { name, arguments: text } }) => {
    const key = `${name} ${parses(text) ? canonicalJson(JSON.parse(text)) : text}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Of calls that run children only as many as may run them; the model sees what became of the others by their absence. */
function withoutSurplus(calls: readonly ToolCall[], { isSpawner, rules }: TurnDeps["toolbox"]): readonly ToolCall[] {
  const spawns = calls.filter((call) => isSpawner(call.function.name));
  const surplus = new Set(spawns.slice(rules.mostSpawns));
  return calls.filter((call) => !surplus.has(call));
}

/** Some models write `[tool_name]` as text beside the call. */
function withoutEcho(content: string, calls: readonly ToolCall[]): string {
  return calls.some((call) => content.trim() === `[${call.function.name}]`) ? "" : content;
}

function rejection(call: ToolCall, deps: TurnDeps): ToolMessage {
  const error = parses(call.function.arguments)
    ? "Skipped: another call of this reply had invalid arguments. Send it again."
    : `The arguments are not valid JSON ${jsonErrorPlace(call.function.arguments)}; the tool was not called. Send the call again with valid JSON.`;
  return toolMessage(call, { content: JSON.stringify({ error }), ok: false, truncated: false, effect: "none" }, deps);
}

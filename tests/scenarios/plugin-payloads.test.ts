import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { sessionRequest } from "../../src/app/agent-setup.ts";
import { openSession } from "../../src/app/open-session.ts";
import type { AgentEvent } from "../../src/domain/event.ts";
import { chatEndpoint } from "../support/agent-world.ts";
import { delegates, familyWorld, type FamilyWorld } from "../support/family-world.ts";
import { enabled, pluginFiles } from "../support/plugin-files.ts";
import { calls, says } from "../support/played-tools.ts";

const hooks = [
  ..."pre_tool_call post_tool_call transform_tool_result pre_llm_call post_llm_call transform_llm_output".split(" "),
  ..."pre_api_request post_api_request api_request_error on_stream_delta on_session_start on_session_end".split(" "),
  ..."on_session_reset on_session_compress pre_approval_request post_approval_response".split(" "),
  ..."subagent_start subagent_stop".split(" "),
];

const text: unknown = expect.any(String);
const number: unknown = expect.any(Number);
const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);

/** A plugin that writes down everything any hook is told. */
const listener = `import { appendFileSync } from "node:fs";
export default { register(ctx) {
  const note = (hook) => (payload) => appendFileSync(ctx.paths.home + "/heard.jsonl", JSON.stringify([hook, payload]) + "\\n");
  for (const hook of ${JSON.stringify(hooks)}) ctx.registerHook(hook, note(hook));
} };`;

const Heard = z.tuple([z.string(), z.looseObject({ session_id: z.string(), turn_id: z.string() })]);

function heardIn(home: string) {
  const path = join(home, "heard.jsonl");
  const lines = existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [];
  return lines.map((line) => Heard.parse(JSON.parse(line)));
}

/** A turn whose questions are all answered so. */
async function askAndAnswer({ agent, clock }: FamilyWorld, answer: string): Promise<void> {
  const { events, result } = agent.session.send({ content: "hello" });
  const answerTo = (event: AgentEvent): void => {
    if (event.type === "question.asked") agent.session.answer(event.question.id, answer);
  };
  const answering = (async (): Promise<void> => {
    for await (const event of events) answerTo(event);
  })();
  await clock.runUntil(result);
  await answering;
  await agent.close();
}

test("over one eventful turn every hook is told where it is and the fields it is promised", async () => {
  const world = await familyWorld(
    {
      steps: [
        { fault: { kind: "status", status: 500 } },
        calls({ name: "terminal", arguments: { command: "rm -r x" } }),
        delegates({ goal: "look around", role: "orchestrator" }),
        says("final"),
      ],
    },
    { "look around": { steps: [says("nothing here")] } },
    { config: enabled("listener"), files: pluginFiles({ listener: { entry: listener } }), answersQuestions: true },
  );
  const { sessionId } = world.agent.session.info;
  await askAndAnswer(world, "deny: not now");
  const heard = heardIn(world.home);
  const own = heard.filter(([, { session_id: id }]) => id === sessionId);
  const [turnId = ""] = new Set(own.map(([, { turn_id: id }]) => id));
  expect(turnId).toMatch(new RegExp(`^${sessionId}:`));
  expect(own.filter(([, { turn_id: id }]) => id !== turnId)).toEqual([]);
  const told = Object.fromEntries(own.toReversed()); // the first of each
  expect(Object.keys(told).toSorted()).toEqual(
    hooks.filter((hook) => !["on_session_reset", "on_session_compress"].includes(hook)).toSorted(),
  );
  const around = { session_id: sessionId, turn_id: turnId, platform: "library" };
  const command = { tool: "terminal", args: { command: "rm -r x" }, call_id: text };
  const asked = { tool: "terminal", command: "rm -r x", rule: "recursive-delete" };
  const child = { id: like(/^sub_/), goal: "look around", role: "leaf" };
  expect(told).toMatchObject({
    pre_llm_call: { ...around, user_message: "hello", history: [], is_first_turn: true, model: "gpt-4o" },
    on_session_start: { ...around, reason: "new" },
    pre_api_request: { ...around, step: 1, message_count: 1 },
    api_request_error: { ...around, class: "server_error", status: 500, retried: true },
    post_api_request: { ...around, tool_calls: ["terminal"], usage: { output_tokens: number } },
    pre_tool_call: { ...around, ...command, task_id: text },
    pre_approval_request: { ...around, ...asked },
    post_approval_response: { ...around, ...asked, choice: "deny" },
    post_tool_call: { ...around, ...command, status: "error", result: like(/not now/) },
    transform_tool_result: { ...around, ...command, duration_ms: number },
    subagent_start: { ...around, ...child },
    subagent_stop: { ...around, ...child, status: "completed", summary: "nothing here" },
    on_stream_delta: { ...around, delta: text, kind: "text" },
    transform_llm_output: { ...around, response: "final" },
    post_llm_call: { ...around, user_message: "hello", response: "final" },
    on_session_end: { ...around, reason: "text_response", completed: true, failed: false, interrupted: false },
  });
  expect(told["subagent_stop"]?.["child_session_id"]).not.toBe(sessionId);
  expect(told["subagent_stop"]?.["child_session_id"]).toBe(
    heard.find(([hook, { session_id: id }]) => hook === "on_session_start" && id !== sessionId)?.[1].session_id,
  );
});

test("a session that takes the place of another one says so, with both ids and the reason", async () => {
  const world = await familyWorld(
    { steps: [] },
    {},
    { config: enabled("listener"), files: pluginFiles({ listener: { entry: listener } }) },
  );
  const request = sessionRequest({ ...chatEndpoint, home: world.home, cwd: world.cwd });
  const opening = await openSession({ ...request, replaces: { sessionId: "before", reason: "idle" } });
  if (opening.kind === "refused") throw new Error(opening.message);
  const { sessionId } = opening.session.info;
  await opening.session.close();
  const ids = { session_id: sessionId, old_session_id: "before", new_session_id: sessionId };
  expect(heardIn(world.home)).toMatchObject([["on_session_reset", { ...ids, turn_id: "", reason: "idle" }]]);
});

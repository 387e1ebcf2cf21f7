import { expect, test } from "vitest";
import type { TurnHooks } from "../../src/app/library.ts";
import { agentWorld } from "../support/agent-world.ts";

const says = (text: string) => ({ reply: { text } });
const reads = { reply: { text: "Let me look.", tool_calls: [{ name: "read_file", arguments: { path: "x" } }] } };
const refuses = { fault: { kind: "status" as const, status: 500, message: "broken" } };

/** Notes what it is told, one line each. */
function listener(told: string[]): TurnHooks {
  return {
    name: "listener",
    onSessionStart: ({ model }) => void told.push(`start ${model}`),
    preApiRequest: ({ step, messageCount, toolCount }) => void told.push(`ask ${step}: ${messageCount}, ${toolCount}`),
    postApiRequest: ({ step, text, toolCalls }) => void told.push(`reply ${step}: ${text} ${toolCalls.join()}`.trim()),
    apiRequestError: ({ kind, status, retried }) => void told.push(`error ${kind} ${status} ${retried}`),
    onInterimMessage: ({ text }) => void told.push(`interim ${text}`),
    postLlmCall: ({ text }) => void told.push(`answer ${text}`),
    onSessionEnd: ({ exitReason, completed }) => void told.push(`end ${exitReason} ${completed}`),
  };
}

test("hooks hear a turn from its start to its end, in order", async () => {
  const told: string[] = [];
  const { agent, clock } = await agentWorld(
    { steps: [reads, refuses, says("Done."), says("Again.")] },
    { enabledToolsets: ["terminal"], turnHooks: [listener(told)] },
  );
  await clock.runUntil(agent.runConversation("go"));
  await clock.runUntil(agent.runConversation("on"));
  expect(told).toEqual([
    "start gpt-4o",
    "ask 1: 1, 2",
    "reply 1: Let me look. read_file",
    "interim Let me look.",
    "ask 2: 3, 2",
    "error server_error 500 true",
    "ask 2: 3, 2",
    "reply 2: Done.",
    "answer Done.",
    "end text_response true",
    "ask 1: 5, 2",
    "reply 1: Again.",
    "answer Again.",
    "end text_response true",
  ]);
});

const transform = (name: string, text: string | null): TurnHooks => ({ name, transformLlmOutput: () => text });

test("the first hook with other words for the answer wins, and history keeps the model's own", async () => {
  const told: string[] = [];
  const { agent, rows } = await agentWorld(
    { steps: [says("Yes.")] },
    {
      turnHooks: [
        transform("a", null),
        transform("b", ""),
        transform("c", "Yes!"),
        transform("d", "No."),
        listener(told),
      ],
    },
  );
  expect(await agent.runConversation("go")).toMatchObject({
    final_response: "Yes!",
    response_transformed: true,
    pre_transform_response: "Yes.",
    exit_reason: "text_response",
  });
  expect(rows().at(-1)?.content).toBe("Yes.");
  expect(told).toContain("answer Yes!");
});

function explode(): never {
  throw new Error("hook");
}
const reject = (): Promise<never> => Promise.reject(new Error("hook"));
const hang = (): Promise<never> => new Promise(() => undefined);

test("hooks that throw, reject or never return are logged and change nothing", async () => {
  const { agent, clock, rows } = await agentWorld(
    { steps: [reads, refuses, says("Done.")] },
    {
      turnHooks: [
        { name: "bad", onSessionStart: explode, preApiRequest: reject, postApiRequest: explode },
        { name: "worse", apiRequestError: reject, onInterimMessage: explode, transformLlmOutput: explode },
        { name: "worst", preApiRequest: hang, postLlmCall: reject, onSessionEnd: explode },
      ],
    },
  );
  const result = await clock.runUntil(agent.runConversation("go"));
  expect(result).toMatchObject({ final_response: "Done.", exit_reason: "text_response", cleanup_errors: [] });
  expect(rows().map(({ role }) => role)).toEqual(["user", "assistant", "tool", "assistant"]);
});

test("what hooks are shown has no secrets in it and is bounded", async () => {
  const seen: string[] = [];
  const { agent } = await agentWorld(
    { steps: [says("ok")], context_window: 400_000 },
    { turnHooks: [{ name: "eye", preApiRequest: ({ messages }) => void seen.push(messages) }] },
  );
  const key = `ghp_${"a1B2".repeat(9)}`;
  await agent.runConversation(`my key is ${key}, ${"word ".repeat(20_000)}`);
  expect(seen.map((text) => [text.length, text.includes("my key is"), text.includes(key)])).toEqual([
    [50_000, true, false],
  ]);
});

test("after a stop nobody gives the answer other words, and the end is told", async () => {
  const told: string[] = [];
  const hooks: TurnHooks = { ...listener(told), transformLlmOutput: () => "changed" };
  const { agent } = await agentWorld({ steps: [] }, { turnHooks: [hooks] });
  agent.interrupt();
  expect(await agent.runConversation("go")).toMatchObject({ final_response: "Interrupted.", interrupted: true });
  expect(told).toEqual(["start gpt-4o", "end interrupted_by_user false"]);
});

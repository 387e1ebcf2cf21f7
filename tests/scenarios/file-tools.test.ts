import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agentWorld, type AgentWorld } from "../support/agent-world.ts";
import { delegates, familyWorld } from "../support/family-world.ts";
import { calls, says } from "../support/played-tools.ts";

const reads = (path: string) => calls({ name: "read_file", arguments: { path } });
const patches = (path: string, old_string: string, new_string: string) =>
  calls({ name: "patch", arguments: { path, old_string, new_string } });
const containing = (text: string): unknown => expect.stringContaining(text);

function results({ rows }: Pick<AgentWorld, "rows">): readonly (string | null)[] {
  return rows()
    .filter(({ role }) => role === "tool")
    .map(({ content }) => content);
}

test("[SF-T1] arguments that are no JSON get one answer with the place, nothing runs, and the turn goes on", async () => {
  const broken = { reply: { tool_calls: [{ name: "write_file", raw: "{bad json}" }] } };
  const world = await agentWorld({ steps: [{ ...broken, repeat: 3 }, says("I give up on that.")] });
  const result = await world.clock.runUntil(world.agent.runConversation("write"));
  expect(result).toMatchObject({ exit_reason: "text_response", final_response: "I give up on that." });
  expect(results(world)).toEqual([containing("not valid JSON at position 1")]);
});

test("[SF-T6] lines that were read are content, then a stub, then refused, and content again after a compression", async () => {
  const talk = Array.from({ length: 4 }, (_, index) => says(`answer ${index} ${"word ".repeat(60)}`));
  const tooLarge = { fault: { kind: "status", status: 413, message: "payload too large" } } as const;
  const world = await agentWorld({
    steps: [
      reads("a.txt"),
      reads("a.txt"),
      reads("a.txt"),
      says("read"),
      ...talk,
      tooLarge,
      reads("a.txt"),
      says("again"),
    ],
  });
  writeFileSync(join(world.cwd, "a.txt"), "the words\n");
  await world.agent.chat("read it");
  for (let index = 0; index < 4; index++) await world.agent.chat(`question ${index}`);
  await world.clock.runUntil(world.agent.chat("once more"));
  const content = '{"content":"1|the words","total_lines":1,"file_size":10,"truncated":false}';
  const stub = '{"content":"[unchanged: the same lines are above in this conversation]","unchanged":true}';
  expect(results(world).slice(0, 3)).toEqual([content, stub, containing("already and nothing has changed")]);
  expect(results(world).at(-1)).toBe(content);
});

test("a child reads for itself, and its parent hears what the child has changed", async () => {
  const world = await familyWorld(
    {
      steps: [
        reads("a.txt"),
        delegates({ goal: "Change it" }),
        calls({ name: "write_file", arguments: { path: "a.txt", content: "parent\n" } }),
        says("done"),
      ],
    },
    { "Change it": { steps: [reads("a.txt"), patches("a.txt", "one", "child"), says("changed")] } },
  );
  writeFileSync(join(world.cwd, "a.txt"), "one\n");
  await world.agent.runConversation("go");
  const heard = JSON.stringify(world.asked("Change it").at(-1)?.body);
  expect(heard).toContain("1|one"); // shown to the parent before, and to the child all the same
  expect(results(world)).toContainEqual(containing('"warning":"The file had changed since you last read it'));
  expect(readFileSync(join(world.cwd, "a.txt"), "utf8")).toBe("parent\n");
});

test("two children that change one file at once both get their change in", async () => {
  const tasks = [{ goal: "First" }, { goal: "Second" }];
  const world = await familyWorld(
    { steps: [delegates({ tasks }), says("done")] },
    {
      First: { steps: [patches("a.txt", "one", "ONE"), says("changed")] },
      Second: { steps: [patches("a.txt", "two", "TWO"), says("changed")] },
    },
  );
  writeFileSync(join(world.cwd, "a.txt"), "one\ntwo\n");
  await world.agent.runConversation("go");
  expect(readFileSync(join(world.cwd, "a.txt"), "utf8")).toBe("ONE\nTWO\n");
});

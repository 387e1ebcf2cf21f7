import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { agentWorld } from "../support/agent-world.ts";
import { calls, says } from "../support/played-tools.ts";
import { replayed, WatchedChat } from "../support/replayed.ts";

const call = (name: string, args: Readonly<Record<string, unknown>>) => ({ name, arguments: args });

/** Of retries nothing is stored. */
const isOfRetry = (text: string): boolean => text.includes("payload too large");

test("a replay shows what the chat showed, block for block: words, thoughts, tools, diffs, failures and sums", async () => {
  const world = await agentWorld({
    steps: [
      { reply: { text: "Let me look.", tool_calls: [call("read_file", { path: "a.txt" })] } },
      calls(
        call("patch", { path: "a.txt", old_string: "old", new_string: "new" }),
        call("search_files", { pattern: "new", path: "." }),
      ),
      calls(call("read_file", { path: "missing.txt" })),
      says("# Done\n\nIt says **new** now.\n\n```ts\nconst a = 1;\n```\n"),
      says("You are welcome."),
    ],
  });
  writeFileSync(join(world.cwd, "a.txt"), "old\n");
  const chat = new WatchedChat(world);
  await chat.ask("make it new");
  await chat.ask("thanks");
  await world.agent.close();
  const shown = await replayed(world);
  expect(shown).toEqual(chat.blocks);
  expect(shown.map(({ kind }) => kind)).toEqual([
    "question",
    "text",
    "tool",
    "tool",
    "diff",
    "tool",
    "tool",
    "text",
    "text",
    "text",
    "summary",
    "question",
    "text",
    "summary",
  ]);
});

test("a replay follows a conversation over its compressions, says where they were and repeats nothing", async () => {
  const talk = Array.from({ length: 4 }, (_, index) => says(`answer ${index} ${"word ".repeat(60)}`));
  const tooLarge = { fault: { kind: "status", status: 413, message: "payload too large" } } as const;
  const world = await agentWorld({ steps: [...talk, tooLarge, says("fits")] });
  const chat = new WatchedChat(world);
  for (let index = 0; index < 4; index++) await chat.ask(`question ${index}`);
  await chat.ask("and now?", { moves: true });
  await world.agent.close();
  const shown = await replayed(world);
  expect(shown).toEqual(chat.blocks.filter((block) => block.kind !== "notice" || !isOfRetry(block.text)));
  expect(shown.flatMap((block) => (block.kind === "question" ? [block.text] : []))).toEqual([
    "question 0",
    "question 1",
    "question 2",
    "question 3",
    "and now?",
  ]);
  expect(shown.filter((block) => block.kind === "notice" && block.text.startsWith("Compressed"))).toHaveLength(1);
});

test("what a turn failed of, and that one was stopped, is told as it was", async () => {
  const refused = { fault: { kind: "status", status: 400, message: "no such thing" } } as const;
  const world = await agentWorld({ steps: [refused, says("never heard")] });
  const chat = new WatchedChat(world);
  await chat.ask("fail, please");
  await chat.ask("stop this", {
    onEvent: ({ type }) => {
      if (type === "phase.changed") world.agent.session.interrupt();
    },
  });
  await world.agent.close();
  const notices = (await replayed(world)).flatMap((block) => (block.kind === "notice" ? [block.text] : []));
  expect(notices).toEqual([
    expect.stringMatching(/^the turn failed: api_error_nonretryable/),
    "interrupted; nothing of the unfinished answer is kept",
  ]);
});

test("a secret a person typed is masked, wherever the replay shows it", async () => {
  const secret = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6";
  const world = await agentWorld({
    steps: [calls(call("write_file", { path: "x.txt", content: "x" })), says(`It was ${secret}.`)],
  });
  await new WatchedChat(world).ask(`my token is ${secret}`);
  await world.agent.close();
  const shown = JSON.stringify(await replayed(world));
  expect(shown).toContain("my token is ghp_a1…o5P6");
  expect(shown).not.toContain(secret);
  expect(readFileSync(join(world.cwd, "x.txt"), "utf8")).toBe("x");
});

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { agentWorld } from "../support/agent-world.ts";
import { calls, says } from "../support/played-tools.ts";

const Body = z.looseObject({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) });

const cutLine: unknown = expect.stringMatching(/^1\|one two(?! three)/);

test.each([
  ["tool_output: {max_lines: 2}\n", { content: "1|one two three\n2|four", truncated: true, next_offset: 3 }],
  ["file_read_max_chars: 14\n", { content: "1|one two three", truncated: true, next_offset: 2 }],
  ["tool_output: {max_line_length: 7}\n", { content: cutLine, truncated: false }],
])("what one reading of a file gives is what %j says", async (config, expected) => {
  const steps = [calls({ name: "read_file", arguments: { path: "a.txt" } }), says("read")];
  const { agent, cwd, simulator } = await agentWorld({ steps }, { config });
  writeFileSync(join(cwd, "a.txt"), "one two three\nfour\nfive\n");
  await agent.chat("go");
  const { messages } = Body.parse(simulator.requests[1]?.body);
  expect(JSON.parse(String(messages.at(-1)?.content))).toMatchObject(expected);
});

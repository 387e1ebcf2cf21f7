import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { builtinToolsets } from "../src/tools/toolsets.ts";
import { agentWorld } from "./support/agent-world.ts";
import { between, pageTable } from "./support/page-table.ts";

const file = join(import.meta.dirname, "../docs/tools.md");

const Body = z.object({
  tools: z.array(z.object({ function: z.object({ name: z.string(), description: z.string() }) })),
});

const asks: Readonly<Record<string, string>> = {
  terminal: "what looks dangerous",
  execute_code: "each program",
  write_file: "outside the workspace, protected files",
  patch: "outside the workspace, protected files",
  process: "input to a shell",
  memory: "with `memory.write_approval`",
  skill_manage: "with `skills.write_approval`",
};

test("the page lists the tools of a session and the sets as they are (vitest -u writes it anew)", async () => {
  const config = "web: {backend: searxng}\nproviders: {}\n";
  const files = { ".env": "SEARXNG_URL=http://127.0.0.1:1\n" };
  const world = await agentWorld(
    { steps: [{ reply: { text: "hi" } }] },
    { config, files, enabledToolsets: ["all"], answersQuestions: true },
  );
  await world.agent.chat("hello");
  const { tools } = Body.parse(world.simulator.requests[0]?.body);
  const rows = tools.map(({ function: { name, description } }) => [
    `\`${name}\``,
    description.replaceAll("|", "\\|"),
    asks[name] ?? "",
  ]);
  const sets = Object.entries(builtinToolsets).map(([name, { tools: own, includes }]) => [
    `\`${name}\``,
    [...own, ...includes].map((each) => `\`${each}\``).join(", "),
  ]);
  const page = readFileSync(file, "utf8");
  const listed = between(page, "tools", pageTable([["Tool", "What the model is told", "Asks"], ...rows]));
  const written = between(listed, "toolsets", pageTable([["Set", "Holds"], ...sets]));
  await expect(written).toMatchFileSnapshot(file);
});

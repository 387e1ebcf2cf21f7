import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { keys, startChat } from "../support/chat-terminal.ts";
import { hermes, machineFor, start } from "../support/hermes-process.ts";
import { serveScenario } from "../support/serve-scenario.ts";

vi.setConfig({ testTimeout: 60_000 }); // real processes, on a machine that may be busy

const publish = (tag: string) => ({
  reply: { tool_calls: [{ name: "terminal", arguments: { command: `npm publish --tag ${tag}` } }] },
});
const Asked = z.looseObject({ decision: z.literal("ask"), id: z.string() });
const dialogue = ["run", "--input-format", "stream-json", "--output-format", "stream-json"];

test("what a person allowed three times is proposed, and --apply writes it into the configuration", async () => {
  await using server = await serveScenario({ steps: [...["a", "b", "c"].map(publish), { reply: { text: "done" } }] });
  const machine = machineFor(server.url, "terminal:\n  backend: local\n");
  const bin = join(machine.root, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "npm"), "#!/bin/sh\necho published\n", { mode: 0o755 });
  const run = start(machine, dialogue, { input: null, env: { PATH: `${bin}:${process.env["PATH"] ?? ""}` } });
  let rest = "";
  run.child.stdout.on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const asked = Asked.safeParse(JSON.parse(line));
      if (!asked.success) continue;
      run.child.stdin.write(`${JSON.stringify({ type: "approval", id: asked.data.id, decision: "once" })}\n`);
    }
  });
  run.child.stdin.write('{"type":"user","content":"release it"}\n');
  await run.said('"done"');
  run.child.stdin.end();
  expect((await run.ended).code).toBe(0);

  const { code, out } = await hermes(machine, ["approvals", "suggest", "--json"]);
  const proposals: unknown = JSON.parse(out);
  expect({ code, proposals }).toMatchObject({
    code: 0,
    proposals: [{ entry: "npm publish *", count: 3 }],
  });
  using terminal = startChat(machine, { args: ["approvals", "suggest", "--apply"] });
  await terminal.shows("Allow `npm publish *` for good?");
  terminal.type(`y${keys.enter}`);
  expect(await terminal.ended).toBe(0);
  expect(readFileSync(join(machine.home, "config.yaml"), "utf8")).toContain("command_allowlist:\n  - npm publish *\n");
});

import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { hermes, machineFor, start } from "../support/hermes-process.ts";
import { serveScenario } from "../support/serve-scenario.ts";

const removes = { reply: { tool_calls: [{ name: "terminal", arguments: { command: "rm -rf build" } }] } };
const says = (text: string, last_contains: string) => ({ reply: { text }, expect: { last_contains } });
const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const Result = z.object({ result: z.string(), denials: z.array(z.record(z.string(), z.string())) });
const Asked = z.object({ id: z.string(), tool: z.string(), panel: z.unknown() });
const scenario = (told: string) => ({ steps: [removes, says("done", told)] });

test("[SF-L11] without a person a dangerous command is an error that names rule and key, and the run goes on", async () => {
  await using server = await serveScenario(scenario("approvals.headless_mode: approve"));
  const machine = machineFor(server.url);
  mkdirSync(join(machine.cwd, "build"));
  const { code, out } = await hermes(machine, ["run", "tidy up", "--output-format", "json"]);
  expect(code).toBe(0);
  const { result, denials } = Result.parse(JSON.parse(out));
  expect({ result, denials }).toEqual({
    result: "done",
    denials: [
      {
        tool: "terminal",
        rule: like(/^\S+$/),
        description: like(/headless/),
        preview: "rm -rf build",
      },
    ],
  });
  expect(JSON.stringify(server.simulator.requests.at(-1)?.body)).toContain(`rule ${denials[0]?.["rule"]}`);
  expect(existsSync(join(machine.cwd, "build"))).toBe(true);
});

test("[SF-L12] the same command runs when it was allowed for the run", async () => {
  await using server = await serveScenario(scenario('"exit_code":0'));
  const machine = machineFor(server.url);
  mkdirSync(join(machine.cwd, "build"));
  const { code, out } = await hermes(machine, ["run", "tidy up", "--allow", "rm -rf build", "--output-format", "json"]);
  expect([code, Result.parse(JSON.parse(out)).denials]).toEqual([0, []]);
  expect(existsSync(join(machine.cwd, "build"))).toBe(false);
});

test("a client that reads the stream is asked for permission and gives it", async () => {
  await using server = await serveScenario(scenario('"exit_code":0'));
  const machine = machineFor(server.url);
  mkdirSync(join(machine.cwd, "build"));
  const dialogue = ["run", "--input-format", "stream-json", "--output-format", "stream-json"];
  const run = start(machine, dialogue, { input: null });
  run.child.stdin.write('{"type":"user","content":"tidy up"}\n');
  let heard = "";
  run.child.stdout.on("data", (text: string) => void (heard += text));
  await run.said('"decision":"ask"');
  const line = heard.split("\n").find((text) => text.includes('"decision":"ask"')) ?? "{}";
  const { id, tool, panel } = Asked.parse(JSON.parse(line));
  expect({ tool, panel }).toMatchObject({ tool: "terminal", panel: { action: "rm -rf build", cwd: machine.cwd } });
  run.child.stdin.end(`${JSON.stringify({ type: "approval", id, decision: "once" })}\n`);
  const { code, out } = await run.ended;
  expect([code, existsSync(join(machine.cwd, "build"))]).toEqual([0, false]);
  expect(out).toContain('"by":"user"');
});

test("hermes approvals explains a verdict, lists what is allowed and takes it back", async () => {
  const machine = machineFor("http://127.0.0.1:9", 'command_allowlist:\n  - "npm publish *" # releases\n  - make\n');
  const run = (...words: readonly string[]) => hermes(machine, ["approvals", ...words]);
  const [explained, listed, unknown, removed] = [
    await run("test", "ls; rm -rf / "),
    await run("list", "--json"),
    await run("remove", "npm publsh *"),
    await run("remove", "make"),
  ];
  expect(explained).toMatchObject({ code: 0, err: "" });
  expect(explained.out).toMatch(/^reads +ls\n +rm -rf \/\n/);
  expect(explained.out).toMatch(/^verdict +is refused, decided by: hard floor \(delete-root\)$/m);
  expect(JSON.parse(listed.out)).toMatchObject({ mode: "manual", allow: ["npm publish *", "make"], deny: [] });
  expect(unknown).toEqual({
    code: 1,
    out: "",
    err: 'hermes: the allowlist in config.yaml has no entry "npm publsh *"; did you mean "npm publish *"?\n',
  });
  expect(removed.code).toBe(0);
  expect(JSON.parse((await run("list", "--json")).out)).toMatchObject({ allow: ["npm publish *"] });
  expect(await run("test", " ")).toEqual({ code: 2, out: "", err: "hermes: there is no command to look at\n" });
  expect((await run("test", "ls", "--cwd", "nowhere")).code).toBe(2);
  expect((await run("frob")).code).toBe(2);
});

import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync, spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import type { Approver, ToolHooks } from "../../src/app/library.ts";
import { textOf } from "../../src/domain/message.ts";
import { agentWorld, type AgentWorld } from "../support/agent-world.ts";
import type { FakeClock } from "../support/fake-clock.ts";
import { containing, matching } from "../support/matching.ts";
import { calls, says } from "../support/played-tools.ts";

afterEach(() => vi.unstubAllEnvs());

const withPython = test.skipIf(spawnSync("python3", ["--version"]).status !== 0);

/** Programs take as long as they take: no time passes for the agent unless it is moved. */
async function settled<T>(clock: FakeClock, work: Promise<T>): Promise<T> {
  const watch = { done: false };
  const done = work.finally(() => void (watch.done = true));
  while (!watch.done) await clock.advance(0);
  return done;
}

const program = (code: string, language: "python" | "javascript" = "python") =>
  calls({ name: "execute_code", id: "prog", arguments: { code, language } });

type Options = Parameters<typeof agentWorld>[1];

async function worldFor(code: string, options: Options = {}, language?: "python" | "javascript"): Promise<AgentWorld> {
  return agentWorld({ steps: [program(code, language), says("done")] }, { yolo: true, ...options });
}

const Result = z.record(z.string(), z.unknown());

function resultOf(messages: readonly { role: string; content?: unknown }[]): Readonly<Record<string, unknown>> {
  const [content] = messages.flatMap((message) => (message.role === "tool" ? [message.content] : []));
  return Result.parse(JSON.parse(String(content)));
}

async function ran(code: string, options: Options = {}, language?: "python" | "javascript") {
  const world = await worldFor(code, options, language);
  const turn = await settled(world.clock, world.agent.runConversation("go"));
  await world.agent.close();
  return { ...world, turn, result: resultOf(turn.messages) };
}

const scratch = (): readonly string[] => readdirSync(tmpdir()).filter((name) => name.startsWith("hermes-code-"));

withPython(
  "[SF-T30] a program is stopped at its limit, its 51st call fails, it sees no key and cannot delegate",
  async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "sk-ant-planted-0123456789abcdef");
    vi.stubEnv("SOME_SECRET_TOKEN", "planted-too-0123456789");
    const folders = scratch();
    const looping = await worldFor("import hermes_tools\nhermes_tools.write_file('started', 'x')\nwhile True: pass");
    const turn = looping.agent.runConversation("go");
    void turn.catch(() => undefined);
    while (!existsSync(join(looping.cwd, "started"))) await looping.clock.advance(0);
    await looping.clock.advance(299_000);
    await looping.clock.advance(1_000);
    expect(resultOf((await settled(looping.clock, turn)).messages)).toEqual({
      error: "Stopped after 300 s, the limit.",
      status: "timeout",
      output: "",
      exit_code: 124,
      tool_calls_made: 1,
      duration_seconds: 300,
      stdout_truncated: false,
    });
    await looping.agent.close();

    const many = await ran(
      "from hermes_tools import read_file, ToolError\nfor n in range(1, 61):\n  try: read_file('x%d' % n)\n  except ToolError as error:\n    print(n, error); break",
    );
    expect(many.result).toMatchObject({
      status: "success",
      output: "51 This program has made 50 tool calls, which is the limit.",
      tool_calls_made: 50,
    });

    const nosy = await ran("import os, json\nprint(json.dumps(dict(os.environ)))");
    expect(nosy.result["output"]).toContain('"PATH"');
    expect(nosy.result["output"]).not.toMatch(/planted|ANTHROPIC|SECRET/);

    const boss = await ran("import hermes_tools\nprint(hermes_tools._call('delegate_task', {'goal': 'x'}))");
    expect(boss.result).toMatchObject({
      status: "error",
      error: containing("ToolError: delegate_task is not available in a program."),
    });
    const imported = await ran("from hermes_tools import delegate_task");
    expect(imported.result["error"]).toMatch(
      /ImportError: delegate_task is not available in a program\. Available: .*read_file/,
    );
    expect(scratch()).toEqual(folders);
  },
  60_000,
);

withPython(
  "only what a program prints reaches the model; what it complains about does when it fails",
  async () => {
    const fine = await ran(
      "import sys\nfrom hermes_tools import write_file, read_file, terminal\nwrite_file('a.txt', 'one\\ntwo\\n')\nsys.stderr.write('noise')\nprint(read_file('a.txt', limit=1)['content'], terminal('echo $((40+2))')['output'])",
    );
    expect(fine.result).toEqual({
      status: "success",
      output: "1|one 42",
      exit_code: 0,
      tool_calls_made: 3,
      duration_seconds: 0,
      stdout_truncated: false,
    });
    expect(readFileSync(join(fine.cwd, "a.txt"), "utf8")).toBe("one\ntwo\n");
    const broken = await ran("print('so far')\nraise ValueError('no')");
    expect(broken.result).toMatchObject({
      status: "error",
      output: "so far",
      exit_code: 1,
      error: matching(/^Traceback .*\n  File "script\.py", line 2, in <module>\n(?:.*\n)*ValueError: no$/),
    });
  },
  60_000,
);

test("a JavaScript program imports the same tools, and packages of the folder it works in", async () => {
  const world = await worldFor(
    'import { read_file, write_file, terminal, json_parse, shell_quote, retry } from "hermes-tools";\nimport { five } from "five";\nawait write_file("b.txt", "x");\nconst [a, b] = await Promise.all([read_file({ path: "b.txt" }), terminal("echo " + shell_quote("it\'s"))]);\nlet tries = 0;\nconst third = await retry(async () => { if (++tries < 3) throw new Error("not yet"); return tries; }, 3, 0);\nconsole.log(a.content, b.output, five, json_parse(\'see: {"k": [1]} there\').k, third);',
    {},
    "javascript",
  );
  mkdirSync(join(world.cwd, "node_modules", "five"), { recursive: true });
  writeFileSync(join(world.cwd, "node_modules", "five", "index.mjs"), "export const five = 5;");
  writeFileSync(join(world.cwd, "node_modules", "five", "package.json"), '{"name":"five","exports":"./index.mjs"}');
  const { messages } = await settled(world.clock, world.agent.runConversation("go"));
  expect(resultOf(messages)).toMatchObject({ status: "success", output: "1|x it's 5 [ 1 ] 3", tool_calls_made: 3 });
  await world.agent.close();
}, 60_000);

withPython(
  "inner calls pass hooks and approval, and whoever watches sees them",
  async () => {
    const heard: string[] = [];
    const hooks: ToolHooks = {
      name: "watch",
      preToolCall: ({ tool, args }) =>
        tool === "write_file" && args["path"] === "no.txt" ? { kind: "block", message: "Not there." } : null,
      postToolCall: ({ tool, status, callId }) => void heard.push(`${callId} ${tool} ${status}`),
    };
    const asked: string[] = [];
    const approver: Approver = {
      name: "person",
      decide: async ({ kind, action }) => {
        asked.push(kind);
        if (kind === "code") return { decision: "allow", by: "person", rule: null };
        return { decision: "deny", by: "person", rule: "mine", reason: `No: ${action}` };
      },
    };
    const notes: string[] = [];
    const world = await worldFor(
      "from hermes_tools import *\nimport hermes_tools as t\nprint(t.write_file('no.txt', 'x')['error'])\nprint(t.terminal('rm -rf build')['error'])\nprint(t.read_file('gone.txt')['error'])",
      { yolo: false, approver, toolHooks: [hooks] },
    );
    const turn = world.agent.session.send({ content: "go" });
    const { messages } = await settled(world.clock, turn.result);
    for await (const event of turn.events)
      if (event.type === "tool.progress") notes.push(`${event.callId}: ${event.note}`);
    expect(resultOf(messages)["output"]).toMatch(/^Not there\.\nNo: rm -rf build\n.*gone\.txt/);
    expect(asked).toEqual(["code", "command"]);
    expect(heard).toEqual([
      "prog_1 write_file blocked",
      "prog_2 terminal error",
      "prog_3 read_file error",
      "prog execute_code ok",
    ]);
    expect(notes).toEqual(["prog: terminal rm -rf build", "prog: read_file gone.txt"]);
    await world.agent.close();
  },
  60_000,
);

test("a program that is not allowed does not run, and nobody is there to allow it", async () => {
  const { result, cwd } = await ran("open('made', 'w')", { yolo: false });
  expect(result["error"]).toMatch(/^Not done \(rule code\): /);
  expect(existsSync(join(cwd, "made"))).toBe(false);
});

withPython(
  "an interrupt ends the program and what it started",
  async () => {
    const world = await worldFor(
      "import subprocess\np = subprocess.Popen(['sleep', '600'])\nopen('pid.tmp', 'w').write(str(p.pid))\nimport os; os.rename('pid.tmp', 'pid')\nprint('begun')\np.wait()",
    );
    const turn = world.agent.runConversation("go");
    while (!existsSync(join(world.cwd, "pid"))) await world.clock.advance(0);
    world.agent.interrupt();
    const { messages } = await settled(world.clock, turn);
    expect(textOf(messages.find(({ role }) => role === "tool")?.content ?? "")).toContain(
      '"status":"interrupted","output":"begun"',
    );
    const pid = readFileSync(join(world.cwd, "pid"), "utf8");
    await vi.waitUntil(() => !runs(pid), { timeout: 20_000 });
    await world.agent.close();
  },
  60_000,
);

/** Nobody may have asked yet how it ended. */
function runs(pid: string): boolean {
  try {
    return !/^State:\s*[ZX]/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

withPython(
  "a project's own virtualenv runs the program; in strict mode it does not, and the folder is another",
  async () => {
    const code =
      "import os, sys\nprint(os.path.basename(os.path.dirname(os.path.dirname(sys.executable))), os.getcwd())";
    const play = async (config: string) => {
      const world = await worldFor(code, { config });
      execFileSync("python3", ["-m", "venv", "--without-pip", join(world.cwd, ".venv")]);
      const { messages } = await settled(world.clock, world.agent.runConversation("go"));
      await world.agent.close();
      return { cwd: world.cwd, output: String(resultOf(messages)["output"]) };
    };
    const project = await play("code_execution:\n  mode: project\n");
    expect(project.output).toBe(`.venv ${project.cwd}`);
    const strict = await play("code_execution:\n  mode: strict\n");
    expect(strict.output).toMatch(/^(?!\.venv).* .*hermes-code-\w+$/);
  },
  60_000,
);

test("without a Python that is new enough a program is JavaScript, unless it says otherwise", async () => {
  const world = await agentWorld(
    {
      steps: [
        calls({ name: "execute_code", arguments: { code: "console.log(typeof process)" } }),
        says("one"),
        program("print(1)"),
        says("two"),
      ],
    },
    { yolo: true },
  );
  await world.agent.close();
  const bin = join(world.cwd, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "python3"), "#!/bin/sh\nexit 3\n", { mode: 0o755 });
  symlinkSync("/bin/sh", join(bin, "sh"));
  vi.stubEnv("PATH", bin);
  const agent = await world.another();
  const first = await settled(world.clock, agent.runConversation("go"));
  expect(resultOf(first.messages)).toMatchObject({ status: "success", output: "object" });
  const second = await settled(world.clock, agent.runConversation("again"));
  const last = second.messages.findLast(({ role }) => role === "tool");
  expect(textOf(last?.content ?? "")).toBe(
    '{"error":"No Python 3.8 or newer was found. Write the program in JavaScript."}',
  );
  await agent.close();
}, 60_000);

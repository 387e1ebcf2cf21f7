import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { awayCode, type CodeCarrier } from "./away-code.ts";
import { containing, matching } from "./matching.ts";
import { waitUntil } from "./shell-world.ts";

const python = { language: "python" };
const javascript = { language: "javascript" };

const stubborn = `import os, signal, subprocess, sys
child = subprocess.Popen(["sleep", "600"])
signal.signal(signal.SIGTERM, lambda *_: (print("asked", flush=True), os._exit(3)))
print("begun", flush=True)
for name, pid in (("own", os.getpid()), ("child", child.pid)):
  open(name + ".tmp", "w").write(str(pid)); os.rename(name + ".tmp", name)
child.wait()`;

/** What programs do anywhere, told of one place that is not here. */
export function programStories(carrier: CodeCarrier): void {
  callStories(carrier);
  surroundingStories(carrier);
  refusalStories(carrier);
  outputStories(carrier);
  endStories(carrier);
}

function callStories(carrier: CodeCarrier): void {
  const there = test.skipIf(carrier.missing);

  there("a program in Python calls tools, and only what it prints comes back", async () => {
    const { run, calls, temporary, cwd } = await awayCode(carrier);
    const code = `import os, sys, hermes_tools as t
print(t.read_file("ä.txt", limit=2)["echo"], t.terminal("a\\n\\\\'b\\" $HOME \`x\` %s")["echo"]["command"])
print(os.getcwd())
sys.stderr.write("noise")`;
    expect(await run(code, python)).toEqual({
      status: "success",
      output: `{'path': 'ä.txt', 'limit': 2} a\n\\'b" $HOME \`x\` %s\n${cwd}`,
      exit_code: 0,
      tool_calls_made: 2,
      stdout_truncated: false,
    });
    expect(calls).toEqual([
      ["read_file", { path: "ä.txt", limit: 2 }],
      ["terminal", { command: "a\n\\'b\" $HOME `x` %s" }],
    ]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  there("a program in JavaScript does the same, several calls at once, and imports from its folder", async () => {
    const { run, temporary } = await awayCode(carrier);
    const code = `import { read_file, terminal } from "hermes-tools";
const [a, b] = await Promise.all([read_file("é\u{1F600}"), terminal({ command: "x".repeat(200_000) })]);
console.log(a.echo.path, b.echo.command.length, import.meta.url.endsWith("/script.mjs"));`;
    expect(await run(code, javascript)).toMatchObject({
      status: "success",
      output: "é\u{1F600} 200000 true",
      tool_calls_made: 2,
    });
    expect(readdirSync(temporary)).toEqual([]);
  });
}

function surroundingStories(carrier: CodeCarrier): void {
  const there = test.skipIf(carrier.missing);

  there("its folder is nobody else's; strictly it works in there, without what is the project's", async () => {
    const { run, temporary, at } = await awayCode(carrier, {
      strict: true,
      passthrough: ["GIVEN_TOKEN"],
      exported: { GIVEN_TOKEN: "g", LC_TOKEN: "no", EDITOR: "no", PYTHONPATH: "/no", LC_ALL: "C.UTF-8" },
      env: { OWN_SECRET: "no", XDG_DATA_HOME: "/data", CONDA_PREFIX: "/no", OTHER: "no" },
    });
    const code = `import os, json, stat
print(oct(stat.S_IMODE(os.stat(".").st_mode)), os.path.dirname(os.getcwd()) == ${JSON.stringify(temporary)})
print(json.dumps([os.environ["PYTHONPATH"] == os.getcwd(), sorted(k for k, v in os.environ.items() if v == "no"), os.environ.get("GIVEN_TOKEN"), os.environ.get("LC_ALL"), "HOME" in os.environ]))
open(${JSON.stringify(at("names"))}, "w").write(" ".join(sorted(os.environ)))`;
    expect(await run(code, python)).toMatchObject({
      output: '0o700 True\n[true, [], "g", "C.UTF-8", true]',
    });
    const known =
      /^(?:PATH|HOME|USER|LANG|TERM|TMPDIR|SHELL|LOGNAME|PYTHON\w+|GIVEN_TOKEN|PWD|SHLVL|_|LC_\w+|XDG_\w+)$/;
    expect(
      readFileSync(at("names"), "utf8")
        .split(" ")
        .filter((name) => !known.test(name)),
    ).toEqual([]);
  });
}

function refusalStories(carrier: CodeCarrier): void {
  const there = test.skipIf(carrier.missing);

  there("what a tool refuses, and what is not for programs, is an error in the program", async () => {
    const { run } = await awayCode(carrier, {
      call: async (name) => ({ content: JSON.stringify({ error: `${name}: not now` }), ok: false }),
    });
    const code = `import hermes_tools as t
print(t.terminal("rm -rf x")["error"])
try: t._call("delegate_task", {"goal": "x"})
except t.ToolError as error: print(error)
for n in range(60):
  try: t.read_file("x")
  except t.ToolError as error:
    print(n, error); break
raise ValueError("no")`;
    expect(await run(code, python)).toEqual({
      error: matching(/^Traceback .*\n  File "script\.py", line 9, in <module>\n(?:.*\n)*ValueError: no$/),
      status: "error",
      output:
        "terminal: not now\ndelegate_task is not available in a program.\n49 This program has made 50 tool calls, which is the limit.",
      exit_code: 1,
      tool_calls_made: 50,
      stdout_truncated: false,
    });
  });

  there("whoever does not know the token, or comes second, calls nothing", async () => {
    const { run, calls } = await awayCode(carrier);
    const code = `import os, hermes_tools as t
t._given["token"] = "0" * 64
for _ in range(2):
  try: t.read_file("a")
  except t.ToolError as error: print(error)`;
    const refused = "Only the program itself can call tools.";
    expect(await run(code, python)).toMatchObject({ output: `${refused}\n${refused}`, tool_calls_made: 0 });
    const forking = `import os, hermes_tools as t
t.read_file("a")
if os.fork() == 0:
  t._count[0] = 0
  try: t.read_file("b")
  except t.ToolError as error: print(error, flush=True)
  os._exit(0)
os.wait()`;
    expect(await run(forking, python)).toMatchObject({ output: refused, tool_calls_made: 1 });
    expect(calls).toEqual([["read_file", { path: "a" }]]);
  });
}

function outputStories(carrier: CodeCarrier): void {
  const there = test.skipIf(carrier.missing);

  there("long output is cut in the middle, complaints come when it fails", async () => {
    const { run } = await awayCode(carrier);
    const long = await run(`print("a" * 40_000 + "b" * 40_000)`, python);
    expect(long).toMatchObject({ status: "success", stdout_truncated: true });
    expect(String(long["output"])).toMatch(/^a{1000}.*b{1000}$/s);
    expect(String(long["output"]).length).toBeLessThan(51_000);
    const failing = await run(`import sys; sys.stderr.write("e" * 40_000); sys.exit(255)`, python);
    expect(failing).toMatchObject({ status: "error", exit_code: 255 });
    expect(String(failing["error"]).length).toBeLessThan(11_000);
  });

  there("one that a signal ended says which, and a shell says nothing about it", async () => {
    const { run } = await awayCode(carrier);
    expect(await run("import os, signal\nos.kill(os.getpid(), signal.SIGTERM)", python)).toMatchObject({
      error: "The program ended with exit code 143.",
      exit_code: 143,
    });
  });
}

function endStories(carrier: CodeCarrier): void {
  const there = test.skipIf(carrier.missing);

  there("at its limit it is asked to end, with all it started, and nothing is left", async () => {
    const limit = Promise.withResolvers<void>();
    const { run, at, temporary, runs } = await awayCode(carrier, { limit: limit.promise });
    const running = run(stubborn, python);
    await waitUntil(() => existsSync(at("child")));
    limit.resolve();
    expect(await running).toMatchObject({
      error: "Stopped after 300 s, the limit.",
      status: "timeout",
      output: containing("begun"),
      exit_code: 124,
    });
    expect([runs("own"), runs("child"), readdirSync(temporary)]).toEqual([false, false, []]);
  });

  there("an interrupt ends it in the middle of a call, and nothing is left", async () => {
    const stop = new AbortController();
    const { run, at, temporary, runs } = await awayCode(carrier, {
      call: async () => {
        stop.abort();
        return new Promise(() => undefined);
      },
    });
    const code = `import os, hermes_tools
open("own", "w").write(str(os.getpid()))
print("begun", flush=True)
hermes_tools.read_file("x")`;
    expect(await run(code, python, { signal: stop.signal })).toMatchObject({
      status: "interrupted",
      output: "begun",
      exit_code: 130,
      tool_calls_made: 1,
    });
    expect([existsSync(at("own")), runs("own"), readdirSync(temporary)]).toEqual([true, false, []]);
  });

  there("what it left running in its group is gone when the result is there", async () => {
    const { run, at, runs } = await awayCode(carrier);
    const code = `import subprocess
child = subprocess.Popen(["sleep", "600"])
open("child", "w").write(str(child.pid))`;
    expect(await run(code, python)).toMatchObject({ status: "success" });
    expect([existsSync(at("child")), runs("child")]).toEqual([true, false]);
  });
}

import { chmodSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commandCall } from "../../tests/support/command-call.ts";
import type { CommandRun } from "../commands/command.ts";
import { hooksCommandRuns } from "./plugins-command.ts";

const hooks = hooksCommandRuns();

function homeWith(config: string, scripts: Readonly<Record<string, string>>, mode = 0o755) {
  const home = mkdtempSync(join(tmpdir(), "hermes-hooks-"));
  mkdirSync(join(home, "bin"));
  for (const [name, text] of Object.entries(scripts)) {
    writeFileSync(join(home, "bin", name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(home, "bin", name), mode);
  }
  writeFileSync(join(home, "config.yaml"), config);
  return home;
}

const accepted = "hooks_auto_accept: true\n";

function call(run: CommandRun, home: string, words: readonly string[] = [], flags = {}) {
  return commandCall(run, { home, words, flags });
}

test("a hook is run on an invented call, and its verdict, exit code and both streams are shown", async () => {
  const home = homeWith(
    `${accepted}hooks:\n  pre_tool_call:\n    - {matcher: terminal, command: ~/bin/no.sh}\n    - {matcher: patch, command: ~/bin/no.sh}\n`,
    { "no.sh": 'cat >&1\necho "not on a Sunday" >&2\nexit 2' },
  );
  const { code, out, err } = await call(hooks.test, home, ["pre_tool_call"], {
    tool: "terminal",
    args: '{"command":"make"}',
  });
  expect({ code, err }).toEqual({ code: 1, err: "" }); // the second does not fit the tool and did not run
  expect(out).toContain("pre_tool_call (terminal)  ~/bin/no.sh\n  verdict    blocks the call: not on a Sunday\n");
  expect(out).toContain('"tool_input":{"command":"make"}');
  expect(out).toContain("  exit code  2\n");
  expect(out).toContain("  stderr     not on a Sunday\n");
  expect(out).toContain("  not run    its matcher patch does not fit the tool terminal\n");
});

test("answers are told in the words of the moment they were asked at", async () => {
  const home = homeWith(
    `${accepted}hooks:\n  pre_llm_call: ["echo 'it rains'"]\n  on_session_end: ["echo hello"]\n  pre_tool_call: [{command: "exit 9", fail_closed: true}]\n`,
    {},
  );
  const tried = async (event: string): Promise<unknown> => {
    const { code, out } = await call(hooks.test, home, [event], { json: true });
    const trials: unknown = JSON.parse(out);
    return { code, trials };
  };
  expect(await tried("pre_llm_call")).toMatchObject({
    code: 0,
    trials: [{ verdict: "adds to the question: it rains" }],
  });
  expect(await tried("on_session_end")).toMatchObject({ code: 0, trials: [{ verdict: "no opinion" }] });
  expect(await tried("pre_tool_call")).toMatchObject({
    code: 1,
    trials: [{ verdict: "fails (exit code 9), so the call is blocked", failed: true }],
  });
});

test("a hook nobody agreed to is not run by a test either", async () => {
  const home = homeWith("hooks:\n  pre_tool_call: [~/bin/ran.sh]\n", { "ran.sh": "touch ~/ran" });
  const { code, out } = await call(hooks.test, home, ["pre_tool_call"]);
  expect(code).toBe(1);
  expect(out).toContain("not run    nobody has agreed to the command and its files as they are now");
  expect(existsSync(join(home, "ran"))).toBe(false);
});

test("mistakes in the call are one line: an event without hooks, arguments that are no object", async () => {
  const home = homeWith('hooks:\n  pre_tool_call: ["true"]\n', {});
  expect(await call(hooks.test, home, ["on_session_end"])).toEqual({
    code: 1,
    out: "",
    err: "hermes: No hook is configured for on_session_end; there are some for pre_tool_call\n",
  });
  const bad = { code: 2, out: "", err: "hermes: --args: this is no JSON object\n" };
  expect(await call(hooks.test, home, ["pre_tool_call"], { args: "[1]" })).toEqual(bad);
  expect(await call(hooks.test, home, ["pre_tool_call"], { args: "{" })).toEqual(bad);
});

test("an event that does not exist is told from one without hooks, and other programs' names are understood", async () => {
  const home = homeWith(`${accepted}hooks:\n  pre_tool_call: ["true"]\n`, {});
  for (const name of ["nosuch", "toString", ""]) {
    const { code, out, err } = await call(hooks.test, home, [name]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(
      /^hermes: There is no event called "\w*"; there are pre_tool_call, post_tool_call, .*gateway_event\n$/u,
    );
  }
  const { code, out } = await call(hooks.test, home, ["PreToolUse"]);
  expect({ code, head: out.split("\n")[0] }).toEqual({ code: 0, head: "pre_tool_call  true" });
});

test("the doctor of hooks names what is missing, not executable, failing, and what is fine", async () => {
  const home = homeWith(
    `${accepted}hooks:\n  pre_tool_call: [~/bin/gone.sh, no-such-program-here, python3 ~/bin/gone.py, ~/bin/fails.sh, ~/bin/fine.sh]\n`,
    { "fails.sh": "exit 3", "fine.sh": "exit 0" },
  );
  const { code, out } = await call(hooks.doctor, home);
  expect({ code, lines: out.trim().split("\n") }).toEqual({
    code: 1,
    lines: [
      "problem  pre_tool_call  ~/bin/gone.sh: there is no file ~/bin/gone.sh",
      "problem  pre_tool_call  no-such-program-here: the program no-such-program-here was not found",
      "problem  pre_tool_call  python3 ~/bin/gone.py: there is no file ~/bin/gone.py",
      "problem  pre_tool_call  ~/bin/fails.sh: fails (exit code 3), which is no opinion",
      "ok       pre_tool_call  ~/bin/fine.sh: it answers within 0 ms",
      "4 problems, 0 warnings",
    ],
  });
});

test("a script without the right to be run, and one changed since it was agreed to", async () => {
  const home = homeWith("hooks:\n  pre_tool_call: [~/bin/check.sh]\n", { "check.sh": "exit 0" }, 0o644);
  const asked = { inIsTty: true, ask: async () => "y" };
  expect((await commandCall(hooks.trust, { home, terminal: asked })).code).toBe(0);
  const unset = await call(hooks.doctor, home);
  expect(unset.out).toContain("problem  pre_tool_call  ~/bin/check.sh: ~/bin/check.sh is not executable (chmod +x)");
  chmodSync(join(home, "bin/check.sh"), 0o755);
  expect((await call(hooks.doctor, home)).out).toContain("ok       pre_tool_call");
  writeFileSync(join(home, "bin/check.sh"), "#!/bin/sh\nexit 0 # edited\n");
  expect((await call(hooks.doctor, home)).out).toContain(
    "warning  pre_tool_call  ~/bin/check.sh: it or one of its files was changed since you agreed to it",
  );
});

test("a path spelt with ${HOME} counts as one of the files that were agreed to", async () => {
  const home = homeWith('hooks:\n  pre_tool_call: ["${HOME}/bin/check.sh"]\n', { "check.sh": "exit 0" });
  await commandCall(hooks.trust, { home, terminal: { inIsTty: true, ask: async () => "y" } });
  expect((await call(hooks.list, home)).out).toContain("trusted");
  writeFileSync(join(home, "bin/check.sh"), "#!/bin/sh\nexit 1\n");
  expect((await call(hooks.list, home)).out).toContain("not yet");
});

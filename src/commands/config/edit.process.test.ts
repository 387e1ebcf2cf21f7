import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { fakeRng } from "../../../tests/support/fake-rng.ts";
import { capturedTerminal } from "../../../tests/support/captured-terminal.ts";
import { temporaryHome } from "../../../tests/support/temporary-home.ts";
import type { Home } from "../../config/home.ts";
import { edit } from "./edit.ts";

async function editWith(home: Home, env: Readonly<Record<string, string>>) {
  const { terminal, out, err } = capturedTerminal("");
  const code = await edit({
    positionals: [],
    flags: {},
    terminal,
    context: {
      env: { ...env, HERMES_HOME: home.path, PATH: process.env["PATH"] },
      cwd: home.path,
      clock: new FakeClock(),
      rng: fakeRng(),
      signal: new AbortController().signal,
      profile: null,
      configuration: { strict: false, ignoreUserConfig: false, envFile: null },
      version: "0.0.0",
    },
  });
  return { code, out: out(), err: err() };
}

/** An editor that replaces the file, called with an argument of its own. */
function editorThatWrites(home: Home, text: string): string {
  const script = join(home.path, "an editor.sh");
  writeFileSync(script, `printf '${text}' > "$2"\n`);
  return `sh '${script}' --wait`;
}

test("the editor gets the file, and what it leaves behind is checked", async () => {
  const home = temporaryHome();
  const result = await editWith(home, { EDITOR: editorThatWrites(home, "agent: {max_turn: 5}\\n") });
  expect(result).toEqual({ code: 1, out: "Unknown key agent.max_turn; did you mean agent.max_turns?\n", err: "" });
  const file = join(home.path, "config.yaml");
  expect(readFileSync(file, "utf8")).toBe("agent: {max_turn: 5}\n");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await editWith(home, { VISUAL: editorThatWrites(home, ""), EDITOR: "false" })).toEqual({
    code: 0,
    out: "No findings.\n",
    err: "",
  });
});

test("an editor that fails or is not there is one line, and no empty file stays behind", async () => {
  const home = temporaryHome();
  expect(await editWith(home, { EDITOR: "false" })).toEqual({ code: 1, out: "", err: "hermes: false ended with 1.\n" });
  expect((await editWith(home, { EDITOR: "no-such-editor 2>/dev/null" })).err).toContain("ended with 127.");
  expect(existsSync(join(home.path, "config.yaml"))).toBe(false);
});

test("without an editor and without a terminal nothing is started", async () => {
  expect(await editWith(temporaryHome(), {})).toEqual({
    code: 1,
    out: "",
    err: "hermes: No editor: set VISUAL or EDITOR.\n",
  });
});

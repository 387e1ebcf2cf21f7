import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { newMachine } from "../support/hermes-process.ts";
import { hasTmux, startTmux } from "../support/tmux.ts";

const command = resolve(import.meta.dirname, "../../bin/hermes.cjs");
const prompt = "edits: allow";

test.skipIf(!hasTmux)("a chat from the first key to the shell's next prompt, in a real terminal", async () => {
  const { root, home, cwd } = newMachine();
  const env = { HOME: root, HERMES_HOME: home, TZ: "UTC", LANG: "C.UTF-8" };
  await using tmux = await startTmux({ name: "chat", cwd, env });
  await tmux.shows("ready>");
  await tmux.type(
    `stty -g > before; ${process.execPath} ${command} chat --provider demo; echo "exit=$?"; stty -g > after`,
  );
  await tmux.press("Enter");
  await tmux.shows(prompt);

  await tmux.type("what are you");
  await tmux.press("Enter");
  await tmux.shows("I am the offline demonstration");
  await tmux.shows((window) => / in, \d+ out/.test(window) && !window.includes("Ctrl+C stops"));

  await tmux.type("!seq -f 'line %g of many' 60");
  await tmux.press("Enter");
  await tmux.shows((window) => window.includes("line 60 of many") && !window.includes("Ctrl+C stops"));
  for (const [columns, rows] of [
    [60, 20],
    [100, 30],
    [80, 24],
  ] as const) {
    await tmux.resize(columns, rows);
    await tmux.shows((window) => window.includes("─".repeat(columns)) && window.includes(prompt));
  }

  await tmux.type("run `sleep 300`");
  await tmux.press("Enter");
  await tmux.shows("• terminal");
  await tmux.press("C-c");
  await tmux.shows("interrupted; nothing of the unfinished answer is kept");

  await tmux.type("a line that is not sent");
  await tmux.press("C-c");
  await tmux.shows((window) => !window.includes("a line that is not sent"));
  await tmux.press("C-c");
  await tmux.shows("press Ctrl+C again to exit");
  await tmux.press("C-c");
  await tmux.shows("exit=0");

  const lines = await tmux.all();
  const numbered = lines.filter((line) => line.includes("of many") && !line.includes("seq"));
  expect(numbered).toEqual(Array.from({ length: 60 }, (_, index) => `line ${index + 1} of many`));
  expect(lines.filter((line) => line.includes("I am the offline demonstration"))).toHaveLength(1);
  expect(lines.filter((line) => line.startsWith("Go on with: hermes --resume"))).toHaveLength(1);
  expect(lines.some((line) => line.startsWith("─"))).toBe(false); // nothing of the live area is left behind
  await tmux.type("echo back at the shell");
  await tmux.press("Enter");
  await tmux.shows((window) => window.split("\n").includes("back at the shell"));
  expect(readFileSync(join(cwd, "after"), "utf8")).toBe(readFileSync(join(cwd, "before"), "utf8"));
});

test.skipIf(!hasTmux)("a chat that is ended by a signal leaves the terminal as it was", async () => {
  const { root, home, cwd } = newMachine();
  const env = { HOME: root, HERMES_HOME: home, TZ: "UTC", LANG: "C.UTF-8" };
  await using tmux = await startTmux({ name: "signal", cwd, env });
  await tmux.shows("ready>");
  const chat = `exec ${process.execPath} ${command} chat --provider demo`;
  await tmux.type(`stty -g > before; sh -c 'echo $$ > pid; ${chat}'; echo "exit=$?"; stty -g > after`);
  await tmux.press("Enter");
  await tmux.shows(prompt);
  process.kill(Number(readFileSync(join(cwd, "pid"), "utf8")), "SIGTERM");
  await tmux.shows("exit=143");
  await tmux.type("echo still typing");
  await tmux.press("Enter");
  await tmux.shows((window) => window.split("\n").includes("still typing"));
  expect(readFileSync(join(cwd, "after"), "utf8")).toBe(readFileSync(join(cwd, "before"), "utf8"));
});

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { keys, startChat } from "../support/chat-terminal.ts";
import { hermes, machineFor, type Machine } from "../support/hermes-process.ts";
import { pluginFiles } from "../support/plugin-files.ts";

vi.setConfig({ testTimeout: 60_000 }); // real processes, on a machine that may be busy

const config = "# mine\nplugins:\n  enabled:\n    - weather # for the garden\n";

function machineWithPlugins(): Machine {
  const machine = machineFor("http://127.0.0.1:9");
  const files = pluginFiles({
    weather: { manifest: { description: "Tells the weather", provides: { platforms: ["barometer"] } } },
    words: { manifest: { description: "Counts words", capabilities: ["llm.call"] } },
    window: { manifest: { kind: "context-engine" } },
  });
  for (const [name, text] of Object.entries({ ...files, "config.yaml": config })) {
    mkdirSync(dirname(join(machine.home, name)), { recursive: true });
    writeFileSync(join(machine.home, name), text);
  }
  return machine;
}

const configOf = ({ home }: Machine): string => readFileSync(join(home, "config.yaml"), "utf8");

test("`hermes plugins` is a screen: boxes and providers are chosen, saved at once, and capabilities asked for", async () => {
  const machine = machineWithPlugins();
  using screen = startChat(machine, { args: ["plugins"] });
  await screen.shows("> [x] weather  Tells the weather [brings the platform barometer]");
  expect(screen.window()).toContain("  (x) compressor  built in");
  screen.type(` ${keys.down} `); // weather off, words on
  await screen.shows("> [x] words");
  screen.type(`\t${keys.down}${keys.down} `); // the third engine
  await screen.shows("> (x) window");
  screen.type(keys.enter);
  await screen.shows("Allow words llm.call? [y/N]");
  screen.type(`n${keys.enter}`);
  expect(await screen.ended).toBe(0);
  expect(configOf(machine)).toBe(
    "# mine\nplugins:\n  enabled:\n    - words\n    - window\ncontext:\n  engine: window\n",
  );
  expect(screen.all().join("\n")).toContain("weather is disabled\nwords is enabled\nthe context engine is window");
});

test("escape leaves everything as it was, and the terminal too", async () => {
  const machine = machineWithPlugins();
  using screen = startChat(machine, { args: ["plugins"] });
  await screen.shows("> [x] weather");
  screen.type(` ${keys.down} `);
  await screen.shows("> [x] words");
  screen.type(keys.escape);
  expect(await screen.ended).toBe(0);
  expect(configOf(machine)).toBe(config);
  expect(screen.written().endsWith("\u001B[?25h\u001B[?1049lNothing was changed.\r\n")).toBe(true);
});

test("without a terminal `hermes plugins` is the list", async () => {
  const machine = machineWithPlugins();
  const { code, out } = await hermes(machine, ["plugins"]);
  expect(code).toBe(0);
  expect(out).toContain("on   weather  1.0.0  user general  Tells the weather [brings the platform barometer]\n");
});

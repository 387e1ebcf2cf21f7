import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { temporaryHome } from "../../tests/support/temporary-home.ts";
import type { Home } from "./home.ts";

/** Loads the settings in a process of its own and tells whether the YAML parser was asked for. */
function loadsYaml(home: Home): boolean {
  const script = `
    import { registerHooks } from "node:module";
    const asked = [];
    registerHooks({ resolve: (name, context, next) => (asked.push(name), next(name, context)) });
    const { loadSettings } = await import("./src/config/load.ts");
    const home = ${JSON.stringify(home)};
    const loaded = await loadSettings({ home, variable: () => undefined, clock: { now: () => 0 } });
    process.stdout.write(JSON.stringify([loaded.kind, asked.includes("yaml")]));`;
  const printed = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  expect(['["loaded",true]', '["loaded",false]']).toContain(printed);
  return printed.includes("true");
}

test("without a config file the YAML parser is never loaded", () => {
  expect(loadsYaml(temporaryHome())).toBe(false);
  expect(loadsYaml(temporaryHome({ "config.yaml": "model: m\n" }))).toBe(true);
});

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changeConfig } from "../config/edit.ts";
import type { PluginChoices } from "../domain/plugin-choices.ts";
import { changesTo } from "./plugin-choices.ts";

const now: PluginChoices = {
  general: [
    { id: "weather", about: "", on: true },
    { id: "words", about: "", on: false },
  ],
  providers: [
    { kind: "engine", options: [], chosen: "compressor" },
    { kind: "memory", options: [], chosen: "" },
  ],
};

const text = `# plugins of mine
plugins:
  enabled:
    - weather # for the garden
    - other # stays
  disabled: [words]
context:
  # below
  threshold: 0.5 # mine
`;

test("what differs becomes one write that keeps comments, other entries and other settings", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "hermes-choices-")), "config.yaml");
  writeFileSync(path, text);
  const wanted: PluginChoices = {
    general: now.general.map((each) => ({ ...each, on: !each.on })),
    providers: [
      { kind: "engine", options: [], chosen: "window" },
      { kind: "memory", options: [], chosen: "sessions" },
    ],
  };
  const { changes, told } = changesTo(now, wanted, ["weather", "other"]);
  expect(told).toEqual([
    "weather is disabled",
    "words is enabled",
    "the context engine is window",
    "the memory provider is sessions",
  ]);
  expect(await changeConfig(path, changes)).toEqual({ kind: "written" });
  expect(readFileSync(path, "utf8")).toBe(`# plugins of mine
plugins:
  enabled:
    - other # stays
    - words
    - window
  disabled: []
context:
  # below
  threshold: 0.5 # mine
  engine: window
memory:
  provider: sessions
`);
});

test("one change that cannot be made leaves the file as it was", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "hermes-choices-")), "config.yaml");
  writeFileSync(path, "plugins:\n  enabled: []\ncontext: 7\n");
  const { changes } = changesTo(
    now,
    {
      ...now,
      providers: [{ kind: "engine", options: [], chosen: "lcm" }],
      general: [{ id: "words", about: "", on: true }],
    },
    [],
  );
  expect(await changeConfig(path, changes)).toMatchObject({ kind: "refused" });
  expect(readFileSync(path, "utf8")).toBe("plugins:\n  enabled: []\ncontext: 7\n");
});

test("nothing that differs is nothing to write", () => {
  expect(changesTo(now, now, [])).toEqual({ changes: [], told: [] });
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configJsonSchema } from "../src/config/schema/json-schema.ts";
import { markdownTable, withRegion } from "./support/markdown-table.ts";
import { containing } from "./support/matching.ts";
import { type SettingReference, settingsReference, writtenMeanings } from "../src/config/schema/reference.ts";

const file = join(import.meta.dirname, "../docs/configuration.md");

test("every setting has a sentence, and every sentence its setting", () => {
  const settings = settingsReference();
  expect(settings.length).toBeGreaterThan(200);
  expect(settings.filter(({ meaning }) => meaning === "").map(({ key }) => key)).toEqual([]);
  const keys = new Set(settings.flatMap(({ key }) => [key, shared(key)]));
  expect(writtenMeanings.filter((key) => !keys.has(key))).toEqual([]);
});

test("the JSON Schema carries the sentences", () => {
  expect(configJsonSchema()).toMatchObject({
    properties: { agent: { properties: { max_turns: { description: containing("Model calls") } } } },
  });
});

test("the page lists the settings as they are (vitest -u writes it anew)", async () => {
  const rows = onceForAllTasks(settingsReference()).map(({ key, type, standard, meaning, variable }) => [
    `\`${key}\``,
    type.replaceAll("|", "\\|"),
    standard === null || standard === '""' ? "" : `\`${standard}\``,
    variable === null ? meaning : `${meaning} (\`${variable}\`)`,
  ]);
  const table = markdownTable([["Key", "Value", "Default", "Meaning (environment variable)"], ...rows]);
  await expect(withRegion(readFileSync(file, "utf8"), "settings", table)).toMatchFileSnapshot(file);
});

/** The side tasks have the same keys; the page has room for them once. */
function onceForAllTasks(settings: readonly SettingReference[]): readonly SettingReference[] {
  const ofTask = /^auxiliary\.([^.]+)\.(.+)$/;
  const isShared = ({ key }: SettingReference): boolean =>
    writtenMeanings.includes(key.replace(ofTask, "auxiliary.*.$2"));
  return settings.flatMap((setting) => {
    if (!ofTask.test(setting.key) || !isShared(setting)) return [setting];
    if (!setting.key.startsWith("auxiliary.vision.")) return [];
    const isTimed = setting.key.endsWith(".timeout");
    return [
      {
        ...setting,
        key: setting.key.replace(ofTask, "auxiliary.<task>.$2"),
        standard: isTimed ? null : setting.standard,
      },
    ];
  });
}

function shared(key: string): string {
  return key.replace(/^auxiliary\.[^.]+\./, "auxiliary.*.");
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rules } from "../src/tools/approval/rules/all-rules.ts";

const page = readFileSync(join(import.meta.dirname, "../docs/approvals.md"), "utf8");
const [, table = ""] = page.split(/<!-- \/?families -->/);
const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ");

test("the page on approvals lists every rule with what it is about, how often it asks and an example", () => {
  const rows = rules.map(({ id, family, description, ask, persistable, examples: { hit } }) => [
    `\`${id}\``,
    family,
    description,
    `\`${cell(hit[0] ?? "")}\``,
    ask === "once" ? "once per session" : "every time",
    persistable ? "yes" : "no",
  ]);
  const shown = table
    .trim()
    .split("\n")
    .slice(2)
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((text) => text.trim()),
    );
  expect(shown).toEqual(rows);
});

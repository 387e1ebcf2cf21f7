import type { ScenarioInput } from "../../src/simulator/scenario.ts";

/** The project the picture is taken in. */
export const project = {
  "package.json": '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
  "src/price.js": "export function total(items) {\n  return items.reduce((sum, item) => sum + item.price, 0);\n}\n",
  "test/price.test.js": `import { test } from "node:test";
import { equal } from "node:assert/strict";
import { total } from "../src/price.js";

test("two of a kind cost twice as much", () => {
  equal(total([{ price: 3, count: 2 }]), 6);
});
`,
} as const;

export const question = "the price test fails, fix it";

/** What a model said once; the tools run for real. */
export const scenario: ScenarioInput = {
  steps: [
    {
      reply: {
        text: "I'll run the test first.",
        tool_calls: [{ name: "terminal", arguments: { command: "node --test test/price.test.js | head -30" } }],
      },
    },
    { reply: { tool_calls: [{ name: "read_file", arguments: { path: "src/price.js" } }] } },
    {
      reply: {
        tool_calls: [
          {
            name: "patch",
            arguments: {
              path: "src/price.js",
              old_string: "sum + item.price, 0",
              new_string: "sum + item.price * (item.count ?? 1), 0",
            },
          },
        ],
      },
    },
    { reply: { tool_calls: [{ name: "terminal", arguments: { command: "node --test" } }] } },
    {
      reply: {
        text: "Fixed. `total` ignored `count`, so two of a kind were billed as one. Items without a count still cost their price **once**, and the test passes.",
      },
    },
  ],
};

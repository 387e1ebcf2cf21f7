import { expect, test } from "vitest";
import type { AskedCommand } from "../../store/asked-commands.ts";
import { proposalsFrom } from "./proposals.ts";

function times(many: number, command: string, decision: AskedCommand["decision"] = "allow"): readonly AskedCommand[] {
  return Array.from({ length: many }, () => ({ command, decision, cwd: "/code" }));
}

const twoWords = async ({ command }: AskedCommand): Promise<readonly string[]> =>
  command.startsWith("rm") ? [] : [`${command.split(" ").slice(0, 2).join(" ")} *`];

test("yeses are counted by entry, the most frequent first, and a few are not enough", async () => {
  const history = [
    ...times(2, "npm publish --tag next"),
    ...times(2, "npm publish --tag beta"),
    ...times(5, "sudo systemctl restart nginx"),
    ...times(2, "docker push x"),
    ...times(9, "rm -rf build"),
  ];
  expect(await proposalsFrom(history, { fewest: 3, entriesFor: twoWords })).toEqual([
    { entry: "sudo systemctl *", count: 5, example: "sudo systemctl restart nginx" },
    { entry: "npm publish *", count: 4, example: "npm publish --tag beta" },
  ]);
});

test("one no outweighs every yes, and what was masked or cut says nothing", async () => {
  const history = [
    ...times(9, "npm publish"),
    ...times(1, "npm publish --access public", "deny"),
    ...times(9, "curl -H *** x"),
    ...times(9, `echo ${"x".repeat(200)}`),
  ];
  expect(await proposalsFrom(history, { fewest: 1, entriesFor: async () => ["npm publish *"] })).toEqual([]);
});

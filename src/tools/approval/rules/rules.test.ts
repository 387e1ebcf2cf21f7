import { afterAll, expect, test } from "vitest";
import { commandWorld } from "../../../../tests/support/command-world.ts";
import { detectDanger } from "../detect-danger.ts";
import { rules } from "./all-rules.ts";

const world = commandWorld();
afterAll(() => world[Symbol.dispose]());

const found = async (command: string): Promise<readonly string[]> =>
  (await detectDanger(command, world)).map(({ rule }) => rule);

for (const { id, ask, examples } of rules) {
  test.each(examples.hit)(`${id} asks ${ask}: %j`, async (command) => expect(await found(command)).toContain(id));
  test.each(examples.miss)(`${id} leaves alone: %j`, async (command) => expect(await found(command)).toEqual([]));
}

test("every rule has a name of its own, and examples for both answers", () => {
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  expect(rules.filter(({ examples: { hit, miss } }) => hit.length === 0 || miss.length === 0)).toEqual([]);
});

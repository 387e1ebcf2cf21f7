import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { skillWorld, yaml } from "../../tests/support/skill-world.ts";
import { skillTextProblem } from "./manage/check-content.ts";

const folder = join(import.meta.dirname, "..", "..", "skills");
const names = readdirSync(folder);

test("every shipped skill passes the rules for new ones and is in the index under its folder's name", () => {
  const world = skillWorld({ deps: { roots: [{ tier: "bundled", path: folder }] } });
  const { skills, problems } = world.library.shelf();
  expect(problems).toEqual([]);
  expect(skills.map(({ meta }) => meta.name)).toEqual(names.toSorted());
  expect(names.length).toBeGreaterThanOrEqual(6);
  const found = names.map((name) =>
    skillTextProblem(readFileSync(join(folder, name, "SKILL.md"), "utf8"), { name, isNew: true, declared: [], yaml }),
  );
  expect(found).toEqual(names.map(() => null));
});

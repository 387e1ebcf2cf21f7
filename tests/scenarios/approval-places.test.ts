import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { detectDanger } from "../../src/tools/approval/detect-danger.ts";
import { asking } from "../support/approver-policy.ts";
import { agentWorld } from "../support/agent-world.ts";
import { calls, says } from "../support/played-tools.ts";

const runs = (command: string) => calls({ name: "terminal", arguments: { command } });

const commands = (folder: string) => [`rm ${folder}/x`, `mv ${folder}/x ${folder}/z`, `echo a > ${folder}/y`];

/** A workspace with a neighbour that is not part of it. */
function places() {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "hermes-places-")));
  const [work, beside, userHome] = [join(base, "work"), join(base, "beside"), join(base, "home")];
  for (const folder of [work, beside, userHome]) {
    mkdirSync(folder);
    writeFileSync(join(folder, "x"), "");
    writeFileSync(join(folder, "y"), "");
  }
  return { work, beside, userHome };
}

const rulesOf = async ({ rule }: ReturnType<typeof asking>, folder: string): Promise<readonly string[]> => {
  const told: string[] = [];
  for (const command of commands(folder)) told.push(await rule(command));
  return [...told, await rule(join(folder, "x"), "write")];
};

test("[SF-S14] deleting, moving or overwriting outside the workspace asks, inside and in added folders it does not", async () => {
  const { work, beside, userHome } = places();
  const paths = { userHome, hermesHome: join(userHome, ".hermes"), roots: [work], safeRoots: [] };
  const over = (roots: readonly string[]) =>
    asking(Array<string>(5).fill("deny"), { detect: detectDanger, paths: { ...paths, roots } });
  const strict = over([work]);
  expect((await rulesOf(strict, beside)).map((text) => text.split(" ")[0])).toEqual(["deny", "deny", "deny", "deny"]);
  expect(await strict.rule("rm ~/x")).toMatch(/^deny outside/);
  expect(strict.asked).toHaveLength(5);
  for (const [roots, folder] of [
    [[work], work],
    [[work, beside], beside],
  ] as const) {
    const { asked, ...free } = over(roots);
    expect(await rulesOf({ asked, ...free }, folder)).toEqual(["allow", "allow", "allow", "allow"]);
    expect(asked).toEqual([]);
  }
});

const ownScript = [
  calls({ name: "write_file", arguments: { path: "a.sh", content: "echo made >> log\n" } }),
  runs("bash a.sh"),
  runs("bash a.sh"),
  says("done"),
];

test("[SF-S15] what the session wrote itself asks once before it runs, is denied without a person, and runs in a sandbox", async () => {
  const world = await agentWorld({ steps: ownScript }, { answersQuestions: true });
  const turn = world.agent.session.send({ content: "go" });
  const asked: string[] = [];
  for await (const event of turn.events) {
    if (event.type !== "question.asked") continue;
    asked.push(event.question.approval?.action ?? "");
    world.agent.session.answer(event.question.id, "once");
  }
  expect((await turn.result).completed).toBe(true);
  expect(asked).toEqual(["bash a.sh"]);
  expect(readFileSync(join(world.cwd, "log"), "utf8")).toBe("made\nmade\n");

  const alone = await agentWorld({ steps: ownScript }, { config: "approvals:\n  headless_mode: deny\n" });
  await alone.agent.runConversation("go");
  expect(alone.agent.session.approvals.decisions.map(({ decision }) => decision)).toEqual(["allow", "deny", "deny"]);
  expect(existsSync(join(alone.cwd, "log"))).toBe(false);

  const own = { detect: detectDanger, wroteFile: () => true };
  expect(await asking(null, { ...own, isolation: "sandbox" }).rule("bash a.sh")).toBe("allow");
  expect(await asking(null, { ...own, isolation: "none" }).rule("bash a.sh")).toMatch(/^deny /);
});

import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { textOf } from "../../src/domain/message.ts";
import { detectDanger } from "../../src/tools/approval/detect-danger.ts";
import { asking } from "../support/approver-policy.ts";
import { agentWorld } from "../support/agent-world.ts";
import { hermes, machineFor } from "../support/hermes-process.ts";
import { matching } from "../support/matching.ts";
import { calls, says } from "../support/played-tools.ts";
import { hasBubblewrap } from "../support/sandbox-world.ts";
import { serveScenario } from "../support/serve-scenario.ts";

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

test("[SF-S15] what the session wrote itself asks once before it runs, and is denied without a person", async () => {
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
});

const walled = "terminal:\n  backend: bubblewrap\napprovals:\n  headless_mode: deny\n";

test.skipIf(!hasBubblewrap)("[SF-S15 sandbox] behind real walls the same script runs without a question", async () => {
  const world = await agentWorld({ steps: ownScript }, { config: walled });
  const { completed } = await world.agent.runConversation("go");
  const { decisions } = world.agent.session.approvals;
  expect({ completed, decided: decisions.map(({ decision }) => decision) }).toEqual({
    completed: true,
    decided: ["allow", "allow", "allow"],
  });
  expect(readFileSync(join(world.cwd, "log"), "utf8")).toBe("made\nmade\n");
  await world.agent.close();
});

test.skipIf(!hasBubblewrap)(
  "[SF-S14 sandbox] behind real walls a yes does not open the way out of the workspace, a folder that was added does",
  async () => {
    const { beside } = places();
    const steps = [
      runs(`rm ${beside}/x`),
      runs(`echo over > ${beside}/y`),
      calls({ name: "write_file", arguments: { path: join(beside, "new"), content: "n" } }),
      says("done"),
    ];
    const yes = walled.replace("deny", "approve");
    const strict = await agentWorld({ steps }, { config: yes });
    const { messages } = await strict.agent.runConversation("go");
    const told = messages.flatMap((each) => (each.role === "tool" ? [textOf(each.content)] : []));
    await strict.agent.close();
    expect(told.slice(0, 2)).toEqual([matching(/No such file/), matching(/No such file/)]); // a /tmp of its own
    expect(told[2]).toContain("--add-dir");
    expect([existsSync(join(beside, "x")), readFileSync(join(beside, "y"), "utf8")]).toEqual([true, ""]);

    await using model = await serveScenario({ steps });
    const { code } = await hermes(machineFor(model.url, walled), ["run", "go", "--add-dir", beside]);
    expect(code).toBe(0);
    expect(existsSync(join(beside, "x"))).toBe(false);
    expect([readFileSync(join(beside, "y"), "utf8"), readFileSync(join(beside, "new"), "utf8")]).toEqual([
      "over\n",
      "n",
    ]);
  },
);

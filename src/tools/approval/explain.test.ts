import { expect, test } from "vitest";
import { playedPolicy } from "../../../tests/support/approver-policy.ts";
import { explainCommand } from "./explain.ts";

test("an explanation names what was read, found and decided, and what would change it", async () => {
  const policy = playedPolicy();
  const cwd = policy.paths.roots[0] ?? "/";
  expect(await explainCommand("ls && npm publish --tag x", cwd, policy)).toEqual({
    command: "ls && npm publish --tag x",
    cwd,
    commands: [["ls"], ["npm", "publish", "--tag", "x"]],
    read_only: false,
    findings: [{ rule: "publish", description: "it would do a publish", ask: "always", persistable: true }],
    steps: [
      "hard floor",
      "sudo password",
      "approvals.deny",
      "plan mode",
      "yolo",
      "allowed before",
      "nothing to ask about",
      "the person",
    ],
    verdict: "ask",
    rule: "publish",
    reason: null,
    choices: ["once", "session", "deny"],
    always: [],
    headless: "deny",
    remedy:
      '--allow "ls && npm publish --tag x" or an entry of command_allowlist, or approvals.headless_mode: approve, or --yolo',
  });
});

const told = async (command: string, changes = {}) => {
  const policy = playedPolicy(changes);
  const { verdict, rule, steps, headless, read_only, commands } = await explainCommand(command, "/", policy);
  return { verdict, rule, step: steps.at(-1), headless, read_only, commands: commands?.length ?? null };
};

test("what rules settle is explained up to the step that settled it", async () => {
  const read = { verdict: "allow", rule: null, step: "nothing to ask about", headless: "allow" };
  expect(await told("ls")).toEqual({ ...read, read_only: true, commands: 1 });
  expect(await told("make")).toEqual({ ...read, read_only: false, commands: 1 });
  expect(await told("rm -rf /")).toMatchObject({ verdict: "deny", rule: "delete-root", step: "hard floor" });
  expect(await told("make", { deny: ["make"] })).toMatchObject({ verdict: "deny", step: "approvals.deny" });
  expect(await told("( x")).toMatchObject({ verdict: "ask", rule: "unreadable", commands: null, headless: "deny" });
  expect(await told("npm publish", { unattended: { approve: true, key: "k" } })).toMatchObject({
    verdict: "ask",
    headless: "allow",
  });
});

import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Approver, ApprovalVerdict } from "../../domain/approval.ts";
import { createHeadlessApprover, type HeadlessPolicy } from "./headless-approver.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "hermes-approve-")));
const cwd = join(base, "work");
const paths = { userHome: join(base, "home"), hermesHome: join(base, "home", ".hermes"), roots: [cwd], safeRoots: [] };
const strict: HeadlessPolicy = { yolo: false, allow: [], deny: [], sudoPassword: false, paths };

function decide(
  action: string,
  changes: Partial<HeadlessPolicy> = {},
  kind: "command" | "write" = "command",
): Promise<ApprovalVerdict> {
  const approver = createHeadlessApprover({ ...strict, ...changes });
  return approver.decide({ tool: "t", callId: "c", kind, action, cwd }, new AbortController().signal);
}
const ruleOf = async (...args: Parameters<typeof decide>): Promise<string> => {
  const { decision, rule } = await decide(...args);
  return `${decision} ${rule ?? ""}`.trim();
};

const write = (path: string, changes: Partial<HeadlessPolicy> = {}): Promise<string> => ruleOf(path, changes, "write");

test("without flags only what is proved read-only runs, and a refusal says what would allow it", async () => {
  expect(await decide("ls -la")).toEqual({
    decision: "allow",
    by: "headless",
    rule: "read-only",
    changesNothing: true,
  });
  expect(await decide("touch x")).toEqual({
    decision: "deny",
    by: "headless",
    rule: "not-read-only",
    reason:
      'Not run (rule not-read-only): touch is not on the list of read-only commands. Nobody is here to approve it. Only the user can allow it: --allow "touch x" (one simple command, * as wildcard) or --yolo. Do not retry, rephrase or work around this; say what you would need.',
  });
});

test("somebody who can be asked decides what the rules leave open, and nothing else", async () => {
  const asked: string[] = [];
  const ask: Approver = {
    name: "person",
    decide: async ({ action }) => {
      asked.push(action);
      return { decision: "allow", by: "person", rule: null };
    },
  };
  expect(await decide("touch x", { ask })).toEqual({ decision: "allow", by: "person", rule: null });
  expect(await write(join(base, "elsewhere"), { ask })).toBe("allow");
  expect(await ruleOf("touch x", { ask, deny: ["touch *"] })).toBe("deny approvals.deny");
  expect((await decide("rm -rf /", { ask })).decision).toBe("deny");
  expect(await ruleOf("ls", { ask })).toBe("allow read-only");
  expect(asked).toEqual(["touch x", join(base, "elsewhere")]);
  const broken: Approver = { name: "person", decide: () => Promise.reject(new Error("gone")) };
  expect(await ruleOf("touch x", { ask: broken })).toBe("deny check-failed");
});

test.each([
  ["npm test", ["npm test"], "allow allow:npm test"],
  ["npm   test", ["npm test"], "allow allow:npm test"],
  ["npm test --silent", ["npm test"], "deny not-read-only"],
  ["npm test --silent", ["npm test*"], "allow allow:npm test*"],
  ["git commit -m 'a; b'", ["git commit *"], "allow allow:git commit *"],
  ["git status; rm -rf x", ["git *"], "deny not-read-only"],
  ["git push && rm x", ["git *"], "deny not-read-only"],
  ["git push | tee x", ["git *"], "deny not-read-only"],
  ["git push > x", ["git *"], "deny not-read-only"],
  ["git push $(rm x)", ["git *"], "deny not-read-only"],
  ["git push `rm x`", ["git *"], "deny not-read-only"],
  ["A=1 git push", ["*"], "deny not-read-only"],
  ["(git push)", ["*"], "deny not-read-only"],
  ["git push &", ["*"], "deny not-read-only"],
  ["git push\nrm x", ["git*"], "deny not-read-only"],
  ["bash -c 'rm x'", ["bash *"], "deny not-read-only"],
  ["bash -c 'rm x'", ["bash -c rm x"], "allow allow:bash -c rm x"],
  ["python -c 'x'", ["python *"], "deny not-read-only"],
  ["cat .env", ["cat *"], "deny not-read-only"],
  ["cat ~/.ssh/id_rsa", ["cat *"], "deny not-read-only"],
  ["npm test && npm run build", ["npm test && npm run build"], "deny not-read-only"],
  ["xgit push", ["git *"], "deny not-read-only"],
  ["make a.b", ["make a.b"], "allow allow:make a.b"],
  ["make aXb", ["make a.b"], "deny not-read-only"],
])("%j with --allow %j: %s", async (command, allow, verdict) => expect(await ruleOf(command, { allow })).toBe(verdict));

test("with --yolo everything runs but the floor, password guessing and the user's own denials", async () => {
  const yolo = { yolo: true };
  expect(await ruleOf("make && ./x > y", yolo)).toBe("allow yolo");
  expect(await ruleOf("rm -rf /", yolo)).toBe("deny delete-root");
  expect(await ruleOf("echo pw | sudo -S ls", yolo)).toBe("deny sudo-password");
  expect(await ruleOf("echo pw | sudo -S ls", { ...yolo, sudoPassword: true })).toBe("allow yolo");
  expect(await ruleOf('ls; GIT pu""sh --force', { ...yolo, deny: ["git push --force*"] })).toBe("deny approvals.deny");
  expect((await decide("rm -rf ~", yolo)).decision).toBe("deny");
});

test("writes run inside the workspace; the rest depends on the place", async () => {
  expect(await write(join(cwd, "a.ts"))).toBe("allow");
  expect(await write(join(base, "else"))).toBe("deny outside workspace");
  expect(await write(join(base, "else"), { yolo: true })).toBe("allow yolo");
  expect(await write(join(cwd, ".env"))).toBe("deny sensitive write");
  expect(await write(join(cwd, "AGENTS.md"), { yolo: true })).toBe("deny instructions and hooks");
  expect(await write("/etc/passwd", { yolo: true })).toBe("deny system files");
});

test("a check that fails is a refusal", async () => {
  const broken = {
    ...paths,
    get userHome(): string {
      throw new Error("no home");
    },
  };
  expect(await ruleOf("touch x", { paths: broken })).toBe("deny check-failed");
});

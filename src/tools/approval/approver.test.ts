import { join } from "node:path";
import { expect, test } from "vitest";
import type { ApprovalHooks, ApprovalRequest, Approver } from "../../domain/approval.ts";
import { redactSecrets } from "../../safety/redact.ts";
import { asking, playedPolicy } from "../../../tests/support/approver-policy.ts";
import { ApprovalState } from "./approval-state.ts";
import { createApprover } from "./approver.ts";

const yolo = () => new ApprovalState({ mode: "manual", edits: "allow", yolo: true });
const plan = (wild = true) => new ApprovalState({ mode: "manual", edits: "plan", yolo: wild });
const { signal } = new AbortController();
const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const key = `sk-ant-${"a1b2".repeat(8)}`;
const masked = redactSecrets(key);

test("what no rule speaks of runs, asked or not, and what surely only reads is told apart", async () => {
  const { decide, asked } = asking([]);
  expect(await decide("ls -la")).toEqual({ decision: "allow", by: "rules", rule: null, changesNothing: true });
  expect(await decide("touch x")).toEqual({ decision: "allow", by: "rules", rule: null });
  expect(await asking(null).decide("npm test")).toEqual({ decision: "allow", by: "rules", rule: null });
  expect(asked).toEqual([]);
});

test("where nobody is, a finding is refused, and the refusal says what the user could change", async () => {
  expect(await asking(null).decide("rm -r build")).toEqual({
    decision: "deny",
    by: "headless",
    rule: "recursive-delete",
    reason:
      'Not run (rule recursive-delete): it would do a recursive-delete. Nobody is here to approve it. Only the user can allow it: --allow "rm -r build" or an entry of command_allowlist, or approvals.headless_mode: approve, or --yolo. Do not retry, rephrase or work around this; say what you would need.',
  });
  const unattended = { approve: true, key: "approvals.headless_mode" };
  expect(await asking(null, { unattended }).rule("rm -r build")).toBe("allow approvals.headless_mode");
  expect(await asking(null).rule("sudo ls")).toBe("deny plain-sudo");
});

test.each([
  ["rm -r build", ["rm -r build"], "allow allow:rm -r build"],
  ["rm   -r build", ["rm -r build"], "allow allow:rm -r build"],
  ["rm -r build; ls", ["rm -r build; ls"], "allow allow:rm -r build; ls"],
  ["rm -r build2", ["rm -r build"], "deny recursive-delete"],
  ["rm -r build", ["rm -r *"], "allow allow:rm -r *"],
  ["rm -r build", ["recursive-delete"], "allow allow:recursive-delete"],
  ["rm -r a; rm -r b", ["recursive-delete"], "allow allow:recursive-delete"],
  ["rm -r build", ["*"], "deny recursive-delete"],
  ["rm -r build", ["rm *"], "deny recursive-delete"],
  ["npm publish --tag x", ["npm publish *"], "allow allow:npm publish *"],
  ["npm publish && rm -r x", ["npm publish*"], "deny publish"],
  ["npm publish > x", ["npm publish*"], "deny publish"],
  ["npm publish $(ls)", ["npm publish*"], "deny publish"],
  ["(npm publish)", ["npm publish"], "deny publish"],
  ["A=1 npm publish", ["npm publish*"], "deny publish"],
  ["npm publish &", ["npm publish*"], "deny publish"],
  ["npm publish -e x", ["npm publish*"], "deny publish"],
  ["npm publish .env", ["npm publish*"], "deny publish"],
  ["sudo npm publish", ["npm publish*"], "deny plain-sudo"],
  ["git push --force", ["git push --force*"], "allow allow:git push --force*"],
])("%j with the allowlist %j: %s", async (command, allow, verdict) =>
  expect(await asking(null, { allow }).rule(command)).toBe(verdict),
);

test("[SF-S13] an allowlist entry does not stand for a flag that another rule hits", async () => {
  const { rule, asked } = asking(["deny"], { allow: ["git push *"] });
  expect(await rule("git push origin main")).toBe("allow");
  expect(await rule("git push --force origin main")).toBe("deny force-push");
  expect(asked).toMatchObject([{ approval: { action: "git push --force origin main" } }]);
});

test("[SF-S5] an allowlist glob never speaks of several commands", async () => {
  const { rule, asked } = asking(["deny", "deny", "deny"], { allow: ["git *", "rm -r *"] });
  expect(await rule("git status; rm -rf x")).toBe("deny recursive-delete");
  expect(await rule("rm -r a; rm -r b")).toBe("deny recursive-delete");
  expect(await rule("rm -r a\nrm -r b")).toBe("deny recursive-delete");
  expect(asked).toHaveLength(3);
});

test("[SF-S4] approvals.deny holds under YOLO, whatever the spelling", async () => {
  const { rule } = asking([], { state: yolo(), deny: ["git push --force*"] });
  expect(await rule('git pu""sh --force')).toBe("deny approvals.deny");
  expect(await rule("ls; GIT push --force origin")).toBe("deny approvals.deny");
  expect(await rule("git push")).toBe("allow yolo");
});

test("[SF-S12] under YOLO and in mode off everything runs but the floor, password guessing and plan mode", async () => {
  const wild = asking([], { state: yolo() });
  expect(await wild.rule("rm -r x && ./y > z")).toBe("allow yolo");
  expect(await wild.rule("rm -rf /")).toBe("deny delete-root");
  expect(await wild.rule("echo pw | sudo -S ls")).toBe("deny sudo-password");
  expect(await asking([], { state: yolo(), hasSudoPassword: () => true }).rule("sudo -S ls")).toBe("allow yolo");
  const off = new ApprovalState({ mode: "off", edits: "allow", yolo: false });
  expect(await asking([], { state: off }).rule("rm -r x")).toBe("allow approvals.mode: off");
  expect(await asking([], { state: plan() }).rule("npm install")).toBe("deny plan-mode");
});

test.each([
  ["sudo -Sk ls", "deny sudo-password"],
  ["sudo -SE ls", "deny sudo-password"],
  ["sudo -Sp '' ls", "deny sudo-password"],
  ["sudo -u bob -S ls", "deny sudo-password"],
  ["sudo --user bob -A ls", "deny sudo-password"],
  ["sudo A=1 -S ls", "deny sudo-password"],
  ["sudo --std ls", "deny sudo-password"],
  ["sudo --ask ls", "deny sudo-password"],
  ["sudo ls -lS", "allow yolo"],
  ["sudo grep -A 3 x y", "allow yolo"],
  ["sudo -uA ls", "allow yolo"],
  ["sudo -p -S ls", "allow yolo"],
  ["sudo -n -- ls -S", "allow yolo"],
])("%s is about sudo's own flags: %s", async (command, verdict) =>
  expect(await asking([], { state: yolo() }).rule(command)).toBe(verdict),
);

test("a text too long to be checked is kept as a script that may be run instead", async () => {
  const saved: string[] = [];
  const saveScript = (text: string): string => `/cache/${saved.push(text)}.sh`;
  const long = `echo ${"x".repeat(5_000)}`;
  expect(await asking([], { state: yolo(), saveScript }).decide(long)).toEqual({
    decision: "deny",
    by: "rules",
    rule: "parser-limit",
    reason:
      "Not run (rule parser-limit): the command is too long to be checked. Its text was saved to /cache/1.sh; run that file with the shell instead.",
  });
  expect(saved).toEqual([long]);
});

test("in a container only the user's own denials and plan mode are left", async () => {
  const inside = { isolation: "container", deny: ["curl *"] } as const;
  expect(await asking(null, inside).rule("rm -rf /")).toBe("allow container");
  expect(await asking(null, inside).rule("curl x")).toBe("deny approvals.deny");
  expect(await asking(null, { ...inside, state: plan() }).rule("touch x")).toBe("deny plan-mode");
});

test("a yes reaches as far as it was meant", async () => {
  const { rule, asked, policy } = asking(["once", "session", "no, use trash"]);
  expect(await rule("rm -r a")).toBe("allow recursive-delete");
  expect(await rule("rm -r b")).toBe("allow recursive-delete");
  expect(await rule("rm -r c")).toBe("allow session:recursive-delete");
  expect(await rule("npm publish")).toBe("deny publish");
  expect(asked).toHaveLength(3);
  expect(policy.state.grants).toEqual(["recursive-delete"]);
  policy.state.forgetGrants();
  expect(await rule("rm -r d")).toBe("deny recursive-delete");
});

test("what is asked once in a session is covered by any yes, and only for its own rule", async () => {
  const { rule, asked } = asking(["once", "deny"]);
  expect(await rule("sudo ls")).toBe("allow plain-sudo");
  expect(await rule("sudo apt update")).toBe("allow session:plain-sudo");
  expect(await rule("sudo rm -r x")).toBe("deny plain-sudo");
  expect(asked.map(({ approval }) => approval?.concerns.map((each) => each.rule))).toEqual([
    ["plain-sudo"],
    ["plain-sudo", "recursive-delete"],
  ]);
});

test("a yes to a text that cannot be read reaches no further than that text", async () => {
  const { rule, asked } = asking(["session", "deny"]);
  expect(await rule("( rm")).toBe("allow unreadable");
  expect(await rule("( rm")).toBe("deny unreadable");
  expect(asked[0]?.choices).toEqual(["once", "deny"]);
});

test("[SF-S6] always stores the command's own words, and is not offered for what may not be kept", async () => {
  const stored: string[] = [];
  const remember = async (entries: readonly string[]): Promise<null> => (stored.push(...entries), null);
  const { rule, asked } = asking(["always", "always"], { remember });
  expect(await rule("npm publish --tag x")).toBe("allow publish");
  expect(asked[0]).toMatchObject({
    choices: ["once", "session", "always", "deny"],
    approval: { always: ["npm publish *"] },
  });
  expect(stored).toEqual(["npm publish *"]);
  expect(await rule("npm publish --tag y")).toBe("allow allow:npm publish *");
  expect(await rule("rm -rf x")).toBe("allow recursive-delete");
  expect(asked[1]).toMatchObject({ choices: ["once", "session", "deny"], approval: { always: [] } });
  expect(stored).toEqual(["npm publish *"]);
  expect(await rule("rm -rf x")).toBe("deny recursive-delete");
});

test.each([
  ["npm publish", ["npm publish"]],
  ["git push --force origin main", ["git push --force *"]],
  ["git push origin --force", ["git push origin --force"]],
  ["npm publish && ls", []],
  ["sudo npm publish", []],
  [`npm publish ${key}`, ["npm publish *"]],
  ["systemctl stop 'a*'", []],
])("always for %j would store %j", async (command, always) => {
  const { decide, asked } = asking(["deny"]);
  await decide(command);
  expect(asked[0]?.approval?.always).toEqual(always);
});

test("an entry that cannot be stored still holds until the session ends, and the person is told", async () => {
  const policy = playedPolicy({ remember: async () => "the disk is full" });
  const told: string[] = [];
  const channel = {
    whenFree: <T>(work: () => Promise<T>) => work(),
    put: async () => "always",
    charge: () => undefined,
    warn: (text: string) => void told.push(text),
  };
  const request: ApprovalRequest = { tool: "t", callId: "c", kind: "command", action: "npm publish", cwd: "/" };
  const approver = createApprover(policy);
  expect(await approver.decide(request, signal, channel)).toMatchObject({ decision: "allow", scope: "always" });
  expect(told).toEqual(["allowed until the session ends, but not stored: the disk is full"]);
  expect(await approver.decide(request, signal)).toMatchObject({ rule: "allow:npm publish" });
});

test("a refusal carries the user's reason; no answer is not called a refusal", async () => {
  const { decide } = asking(["deny: use trash", null]);
  expect(await decide("rm -r x")).toMatchObject({ by: "user", reason: like(/The user refused: use trash\. /) });
  expect(await decide("rm -r x")).toMatchObject({ by: "timeout", reason: like(/No answer came/) });
});

test("the question shows all a person needs, secrets masked", async () => {
  expect(masked).not.toContain("a1b2a1b2");
  const { decide, asked, cwd } = asking(["deny"]);
  await decide(`rm -r ${key}`);
  expect(asked).toEqual([
    {
      kind: "approval",
      text: `May this command run?\n  rm -r ${masked}\n  recursive-delete: it would do a recursive-delete`,
      choices: ["once", "session", "deny"],
      timeoutMs: 300_000,
      approval: {
        tool: "t",
        kind: "command",
        action: `rm -r ${masked}`,
        cwd,
        child: null,
        concerns: [{ rule: "recursive-delete", description: "it would do a recursive-delete" }],
        diff: null,
        always: [],
        note: null,
      },
    },
  ]);
});

test("writes run inside the workspace; the rest depends on the place", async () => {
  const { rule, cwd, policy } = asking(null);
  const outside = join(cwd, "..", "else");
  expect(await rule(join(cwd, "a.ts"), "write")).toBe("allow");
  expect(await rule(outside, "write")).toBe("deny outside workspace");
  expect(await rule(join(cwd, ".env"), "write")).toBe("deny sensitive write");
  expect(await rule("/etc/passwd", "write")).toBe("deny system files");
  policy.state.yolo = true;
  expect(await rule(outside, "write")).toBe("allow yolo");
  expect(await rule("/etc/passwd", "write")).toBe("deny system files");
});

test("[SF-S10] instruction files wait for a person even under YOLO, and each time", async () => {
  const file = "AGENTS.md";
  const alone = asking(null, { state: yolo(), unattended: { approve: true, key: "approvals.headless_mode" } });
  expect(await alone.rule(join(alone.cwd, file), "write")).toBe("deny instructions and hooks");
  const { rule, asked, cwd } = asking(["session", "deny"], { state: yolo() });
  expect(await rule(join(cwd, file), "write")).toBe("allow instructions and hooks");
  expect(await rule(join(cwd, file), "write")).toBe("deny instructions and hooks");
  expect(asked.map(({ choices }) => choices)).toEqual([
    ["once", "deny"],
    ["once", "deny"],
  ]);
});

test("under a sandbox a file outside the workspace is an error that names --add-dir, and nobody is asked", async () => {
  const { decide, asked, cwd } = asking([], { isolation: "sandbox", state: yolo() });
  expect(await decide(join(cwd, "..", "x"), "write")).toMatchObject({ decision: "deny", reason: like(/--add-dir/) });
  expect(asked).toEqual([]);
});

test("programs and foreign tools ask by their own rule; a session's yes and YOLO cover them, plan mode does not", async () => {
  const { rule, asked, policy } = asking(["session", "once", "once"]);
  expect(await rule("print(1)", "code")).toBe("allow code");
  expect(await rule("print(2)", "code")).toBe("allow session:code");
  expect(await rule("mcp__x__y {}", "tool")).toBe("allow tool:t");
  expect(asked.map(({ choices }) => choices)).toEqual([
    ["once", "session", "deny"],
    ["once", "session", "deny"],
  ]);
  policy.state.plan(true);
  expect(await rule("print(3)", "code")).toBe("deny plan-mode");
  expect(await asking(null, { state: yolo() }).rule("print(1)", "code")).toBe("allow yolo");
  expect(await asking(null).rule("print(1)", "code")).toBe("deny code");
});

test("writes to memory that wait for a person wait for one every time", async () => {
  const { rule, asked } = asking(["once", "deny"], { state: yolo() });
  expect(await rule("add: x", "memory")).toBe("allow memory.write_approval");
  expect(await rule("add: y", "memory")).toBe("deny memory.write_approval");
  expect(asked[0]?.choices).toEqual(["once", "deny"]);
  expect(await asking(null, { state: yolo() }).rule("add: x", "memory")).toBe("deny memory.write_approval");
});

test("a program's own approver decides what the rules leave open, and nothing else", async () => {
  const seen: ApprovalRequest[] = [];
  const person: Approver = {
    name: "mine",
    decide: async (request) => {
      seen.push(request);
      return { decision: "allow", by: "mine", rule: null };
    },
  };
  const { rule, decide } = asking(null, { person, child: "tidy up", deny: ["touch *"] });
  expect(await decide("rm -r x")).toEqual({ decision: "allow", by: "mine", rule: null });
  expect(await rule("touch x")).toBe("deny approvals.deny");
  expect(await rule("rm -rf /")).toBe("deny delete-root");
  expect(await rule("ls")).toBe("allow");
  expect(seen).toMatchObject([{ action: "rm -r x", child: "tidy up" }]);
  const broken: Approver = { name: "mine", decide: () => Promise.reject(new Error("gone")) };
  expect(await asking(null, { person: broken }).rule("rm -r x")).toBe("deny check-failed");
});

test("whoever stands in for a missing person is asked before the answer is no", async () => {
  const standIn: Approver = { name: "s", decide: async () => ({ decision: "allow", by: "s", rule: "s" }) };
  expect(await asking(null, { standIn }).rule("rm -r x")).toBe("allow s");
  expect(await asking(["deny"], { standIn }).rule("rm -r x")).toBe("deny recursive-delete");
});

const noGrammar = () => Promise.reject(new Error("no grammar"));

test("a check that fails is a refusal", async () => {
  expect(await asking([], { detect: noGrammar }).decide("touch x")).toMatchObject({
    rule: "check-failed",
    reason: like(/no grammar/),
  });
});

test("watchers hear question and answer; what they throw changes nothing", async () => {
  const heard: unknown[] = [];
  const hooks: readonly ApprovalHooks[] = [
    {
      name: "bad",
      preApprovalRequest: () => {
        throw new Error("x");
      },
    },
    {
      name: "good",
      preApprovalRequest: ({ action }) => void heard.push(action),
      postApprovalResponse: ({ action }, answer) => void heard.push([action, answer]),
    },
  ];
  const { rule } = asking(["deny: no"], { hooks });
  expect(await rule("rm -r x")).toBe("deny recursive-delete");
  expect(heard).toEqual(["rm -r x", ["rm -r x", { scope: "deny", reason: "no" }]]);
});

test("every decision is logged without the command, and remembered with its masked beginning", async () => {
  const lines: unknown[] = [];
  const { decide, policy } = asking(["session"], { log: (...line) => void lines.push(line) });
  await decide(`rm -r ${key}`);
  const told = { tool: "t", rule: "recursive-delete", decision: "allow", by: "user", scope: "session", latencyMs: 0 };
  expect(lines).toEqual([["info", "approval.decided", told]]);
  expect(policy.state.decisions).toEqual([
    { ...told, atMs: policy.clock.now(), kind: "command", preview: `rm -r ${masked}` },
  ]);
});

test("edit modes go round, and plan mode gives back the mode before", () => {
  const state = new ApprovalState({ mode: "manual", edits: "allow", yolo: false });
  expect([state.cycleEdits(), state.cycleEdits(), state.cycleEdits()]).toEqual(["ask", "plan", "allow"]);
  state.edits = "ask";
  expect([state.plan(), state.plan(), state.plan(false), state.plan(true)]).toEqual(["plan", "ask", "ask", "plan"]);
});

import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ApprovalChannel, ApprovalKind, ApprovalVerdict, Question } from "../../src/domain/approval.ts";
import { noLog } from "../../src/domain/log.ts";
import { redactSecrets } from "../../src/safety/redact.ts";
import { ApprovalState } from "../../src/tools/approval/approval-state.ts";
import { createApprover } from "../../src/tools/approval/approver.ts";
import type { DetectDanger, Finding } from "../../src/tools/approval/finding.ts";
import type { ApproverPolicy } from "../../src/tools/approval/policy.ts";
import { simpleCommands } from "../../src/tools/shell/simple-commands.ts";
import { FakeClock } from "./fake-clock.ts";

type PlayedRule = Pick<Finding, "rule" | "description" | "ask" | "persistable"> & { readonly pattern: RegExp };

const rules: readonly PlayedRule[] = [
  played("recursive-delete", /^rm (?:.* )?-\w*r/, { persistable: false }),
  played("force-push", /^git push (?:.* )?--force/),
  played("publish", /^npm publish(?: |$)/),
  played("stop-service", /^systemctl stop /),
  played("plain-sudo", /^sudo /, { ask: "once" }),
];

function played(rule: string, pattern: RegExp, more: Partial<PlayedRule> = {}): PlayedRule {
  return { rule, pattern, description: `do a ${rule}`, ask: "always", persistable: true, ...more };
}

/** A handful of rules, enough for whoever decides about findings. */
const playedDetection: DetectDanger = async (command, { cwd, wroteFile }) => {
  const commands = await simpleCommands(command);
  if (commands === null) return [finding(played("unreadable", /^/, { persistable: false }), [])];
  return commands.flatMap(({ words }) => [
    ...rules.filter(({ pattern }) => pattern.test(words.join(" "))).map((rule) => finding(rule, words)),
    ...(words[0] === "bash" && wroteFile(resolve(cwd, words[1] ?? ""))
      ? [finding(played("self-written", /^/, { ask: "once", persistable: false }), words)]
      : []),
  ]);
};

function finding({ pattern: _pattern, ...rule }: PlayedRule, words: readonly string[]): Finding {
  return { ...rule, family: rule.rule, words };
}

export function playedPolicy(changes: Partial<ApproverPolicy> = {}): ApproverPolicy {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "hermes-approve-")));
  const userHome = join(base, "home");
  const work = join(base, "work");
  for (const folder of [userHome, work]) mkdirSync(folder);
  return {
    state: new ApprovalState({ mode: "manual", edits: "allow", yolo: false }),
    paths: { userHome, hermesHome: join(userHome, ".hermes"), roots: [work], safeRoots: [] },
    detect: playedDetection,
    isolation: "none",
    wroteFile: () => false,
    startedProcess: () => false,
    allow: [],
    deny: [],
    hasSudoPassword: () => false,
    unattended: { approve: false, key: "approvals.headless_mode" },
    standIn: null,
    person: null,
    child: null,
    review: null,
    reviewerLimit: 3,
    timeoutMs: 300_000,
    remember: async () => null,
    saveScript: () => "/saved.sh",
    redact: (text) => redactSecrets(text),
    clock: new FakeClock(),
    log: noLog,
    hooks: [],
    ...changes,
  };
}

export type Asking = {
  readonly decide: (action: string, kind?: ApprovalKind, more?: { readonly diff?: string }) => Promise<ApprovalVerdict>;
  /** `allow` or `deny`, and the rule. */
  readonly rule: (action: string, kind?: ApprovalKind) => Promise<string>;
  /** What the person was asked, in order. */
  readonly asked: Omit<Question, "id">[];
  readonly cwd: string;
  readonly policy: ApproverPolicy;
};

/** An approver with a person who gives these answers, one after the other; null: nobody is there. */
export function asking(answers: readonly (string | null)[] | null, changes: Partial<ApproverPolicy> = {}): Asking {
  const policy = playedPolicy(changes);
  const asked: Omit<Question, "id">[] = [];
  const left = [...(answers ?? [])];
  const channel: ApprovalChannel = {
    whenFree: (work) => work(),
    put:
      answers === null
        ? null
        : async (question) => {
            asked.push(question);
            return left.shift() ?? null;
          },
    charge: () => undefined,
    warn: () => undefined,
  };
  const cwd = policy.paths.roots[0] ?? "/";
  const approver = createApprover(policy);
  const { signal } = new AbortController();
  const decide: Asking["decide"] = (action, kind = "command", more = {}) =>
    approver.decide({ tool: "t", callId: "c", kind, action, cwd, ...more }, signal, channel);
  return {
    decide,
    rule: async (action, kind) => {
      const { decision, rule } = await decide(action, kind);
      return `${decision} ${rule ?? ""}`.trim();
    },
    asked,
    cwd,
    policy,
  };
}

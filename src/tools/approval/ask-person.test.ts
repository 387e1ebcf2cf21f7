import fc from "fast-check";
import { expect, test } from "vitest";
import type { ApprovalChannel, ApprovalRequest, Question } from "../../domain/approval.ts";
import { createMutex } from "../../agent/tools/mutex.ts";
import { playedPolicy } from "../../../tests/support/approver-policy.ts";
import { createApprover } from "./approver.ts";
import { readAnswer } from "./person-answer.ts";

const request = (action: string): ApprovalRequest => ({ tool: "t", callId: "c", kind: "command", action, cwd: "/" });
const going = new AbortController().signal;

/** A person who answers when the test does, over one line for all questions. */
function slowPerson() {
  const mutex = createMutex();
  const asked: { readonly question: Omit<Question, "id">; readonly answer: (text: string | null) => void }[] = [];
  const channel: ApprovalChannel = {
    whenFree: (work, signal) => mutex.run(work, signal),
    put: (question, signal) => {
      const { promise, resolve } = Promise.withResolvers<string | null>();
      signal.addEventListener("abort", () => resolve(null));
      asked.push({ question, answer: resolve });
      return promise;
    },
    charge: () => undefined,
    warn: () => undefined,
  };
  const reached = async (count: number): Promise<void> => {
    while (asked.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  return { asked, channel, reached };
}

test("the same thing wanted twice at the same time is asked about once", async () => {
  const { asked, channel, reached } = slowPerson();
  const approver = createApprover(playedPolicy());
  const both = [1, 2].map(() => approver.decide(request("rm -r x"), going, channel));
  const other = approver.decide(request("npm publish"), going, channel);
  await reached(1);
  expect(asked).toHaveLength(1);
  asked[0]?.answer("once");
  expect(await Promise.all(both)).toMatchObject([{ decision: "allow" }, { decision: "allow" }]);
  await reached(2);
  expect(asked.map(({ question }) => question.approval?.action)).toEqual(["rm -r x", "npm publish"]);
  asked[1]?.answer("deny");
  expect(await other).toMatchObject({ decision: "deny" });
});

test("a yes for the session answers what waited behind it", async () => {
  const { asked, channel, reached } = slowPerson();
  const approver = createApprover(playedPolicy());
  const waiting = ["rm -r a", "rm -r b"].map((action) => approver.decide(request(action), going, channel));
  await reached(1);
  asked[0]?.answer("session");
  expect(await Promise.all(waiting)).toMatchObject([
    { by: "user", rule: "recursive-delete" },
    { by: "rules", rule: "session:recursive-delete" },
  ]);
  expect(asked).toHaveLength(1);
});

test("whoever is stopped while waiting gets a no; whoever wanted the same asks for itself", async () => {
  const { asked, channel, reached } = slowPerson();
  const approver = createApprover(playedPolicy());
  const stop = new AbortController();
  const stopped = approver.decide(request("rm -r x"), stop.signal, channel);
  const behind = approver.decide(request("npm publish"), stop.signal, channel);
  const same = approver.decide(request("rm -r x"), going, channel);
  await reached(1);
  stop.abort();
  expect(await stopped).toMatchObject({ decision: "deny", by: "interrupt", rule: "stopped" });
  expect(await behind).toMatchObject({ rule: "stopped" });
  await reached(2);
  expect(asked).toHaveLength(2);
  asked[1]?.answer("once");
  expect(await same).toMatchObject({ decision: "allow", by: "user" });
});

test.each([
  ["yes", "once"],
  [" Y ", "once"],
  ["approve", "once"],
  ["session", "session"],
  ["ALWAYS", "always"],
])("%j is a yes: %s", (text, scope) =>
  expect(readAnswer(text, ["once", "session", "always"])).toEqual({ scope, reason: null }),
);

test.each([
  ["deny", null],
  ["no", null],
  ["", null],
  ["n: too early", "too early"],
  ["cancel, not today", "not today"],
  ["yes but not there", "yes but not there"],
  ["nope", "nope"],
])("%j is a no with the reason %j", (text, reason) =>
  expect(readAnswer(text, ["once"])).toEqual({ scope: "deny", reason }),
);

test("a yes never reaches further than what was offered", () => {
  const words = fc.constantFrom("once", "session", "always", "yes", "deny", "x");
  fc.assert(
    fc.property(words, fc.subarray(["session", "always"]), (text, offered) => {
      const { scope } = readAnswer(text, ["once", ...offered, "deny"]) ?? { scope: "none" };
      expect(["once", ...offered, "deny"]).toContain(scope);
    }),
  );
  expect(readAnswer(null, ["once"])).toBeNull();
});

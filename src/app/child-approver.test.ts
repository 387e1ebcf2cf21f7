import { expect, test } from "vitest";
import type { ApprovalRequest, Approver } from "../domain/approval.ts";
import { askForChildren } from "./child-approver.ts";

const request: ApprovalRequest = { tool: "terminal", callId: "c", kind: "command", action: "make", cwd: "/" };
const going = new AbortController().signal;
const person = (asked: ApprovalRequest[]): Approver => ({
  name: "person",
  decide: async (question) => {
    asked.push(question);
    return { decision: "allow", by: "person", rule: null };
  },
});

test("a person who is there is asked, whatever may be approved without one", async () => {
  const asked: ApprovalRequest[] = [];
  const verdict = await askForChildren(person(asked), true)("tidy up")?.decide({ ...request, kind: "write" }, going);
  expect(verdict).toEqual({ decision: "allow", by: "person", rule: null });
  expect(asked).toEqual([{ ...request, kind: "write", child: "tidy up" }]);
});

test("without a person nobody is asked, and auto_approve lets commands run but writes nothing", async () => {
  expect(askForChildren(undefined, false)("tidy up")).toBeNull();
  const auto = askForChildren(undefined, true)("tidy up");
  expect(await auto?.decide(request, going)).toMatchObject({ decision: "allow", by: "delegation.auto_approve" });
  expect(await auto?.decide({ ...request, kind: "write" }, going)).toMatchObject({ decision: "deny" });
});

test("a child that is stopped while another one is asking gets a no, and the person is not asked for it", async () => {
  const gate = Promise.withResolvers<void>();
  const asked: string[] = [];
  const slow: Approver = {
    name: "person",
    decide: async ({ child = "" }) => {
      asked.push(child);
      await gate.promise;
      return { decision: "allow", by: "person", rule: null };
    },
  };
  const askFor = askForChildren(slow, false);
  const stop = new AbortController();
  const first = askFor("first")?.decide(request, going);
  const second = askFor("second")?.decide(request, stop.signal);
  stop.abort();
  expect(await second).toMatchObject({ decision: "deny", rule: "stopped" });
  gate.resolve();
  expect(await first).toMatchObject({ decision: "allow" });
  expect(asked).toEqual(["first"]);
});

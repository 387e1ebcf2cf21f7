import { expect, test } from "vitest";
import { scriptedSession } from "../../../tests/support/scripted-session.ts";
import type { Invocation } from "../../text/skill-invocation.ts";
import { withSkills } from "./with-skills.ts";

async function sent(text: string, invocation?: Invocation) {
  const notices: string[] = [];
  const plain = scriptedSession([]);
  const session = invocation === undefined ? plain : { ...plain, invokeSkills: async () => invocation };
  const reporter = { notice: (_level: string, notice: string) => void notices.push(notice) };
  return [await withSkills(text, session, reporter, new AbortController().signal), notices];
}

test("a prompt that names skills is sent with their texts, and whatever was wrong is said", async () => {
  const invoked = { kind: "invoked", message: "whole", instruction: "go", problems: ["b is gone"] } as const;
  expect(await sent("/a /b go", invoked)).toEqual(["whole", ["b is gone"]]);
  expect(await sent("/b go", { kind: "problem", message: "b is gone" })).toEqual(["/b go", ["b is gone"]]);
  expect(await sent("/tmp/x", { kind: "plain" })).toEqual(["/tmp/x", []]);
  expect(await sent("/a go")).toEqual(["/a go", []]); // a session without skills
});

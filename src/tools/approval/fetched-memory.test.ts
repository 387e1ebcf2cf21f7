import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { asking } from "../../../tests/support/approver-policy.ts";
import { ApprovalState } from "./approval-state.ts";
import { detectDanger } from "./detect-danger.ts";
import { FetchedMemory } from "./fetched-memory.ts";

const open = (answers: readonly string[] | null = null) => asking(answers, { detect: detectDanger });

test.each([
  ["git clone https://x/y", "make -C y"],
  ["git clone https://x/y", "cd y && npm install"],
  ["git clone https://x/y z", "./z/configure"],
  ["gh repo clone a/b", "cd b\ncargo run"],
  ["curl -o x https://y", "sh x"],
  ["curl https://y > tools/i.py", "python3 tools/i.py"],
  ["wget https://x/i.sh", "chmod +x i.sh && ./i.sh"],
  ["curl -L https://x/y.tgz | tar xz", "./y/install.sh"],
  ["curl -LO https://x/y.tgz && tar xzf y.tgz", "make"],
])("what %j fetched is not run by a later %j without a yes", async (fetch, run) => {
  const { rule, cwd } = open();
  expect(await rule(run)).not.toBe("deny fetched-code");
  await rule(fetch);
  mkdirSync(join(cwd, "y"));
  for (const file of ["y/install.sh", "Makefile"]) writeFileSync(join(cwd, file), "");
  expect(await rule(run)).toBe("deny fetched-code");
});

test("an archive of one call that another unpacks and a third runs is known", async () => {
  const { rule, cwd } = open();
  mkdirSync(join(cwd, "src"));
  writeFileSync(join(cwd, "Makefile"), "all:\n");
  await rule("curl -LO https://x/y.zip");
  await rule("unzip y.zip");
  mkdirSync(join(cwd, "y"));
  writeFileSync(join(cwd, "y", "install.sh"), "");
  expect(await rule("sh y/install.sh")).toBe("deny fetched-code");
  expect(await rule("make")).toBe("allow"); // was there before
  expect(await rule("sh src/old.sh")).toBe("allow");
});

test("looking at what was fetched, and running what was not, does not ask", async () => {
  const { rule } = open();
  await rule("git clone https://x/y");
  await rule("curl -O https://x/data.csv");
  for (const command of [
    "ls y",
    "cd y && git log",
    "cat y/Makefile",
    "make",
    "npm test",
    "python script.py data.csv",
  ]) {
    expect(await rule(command)).toBe("allow");
  }
});

test("a yes for the session stands for all that was fetched; a denied fetch is not remembered", async () => {
  const { rule, asked } = open(["session"]);
  await rule("git clone https://x/y");
  expect(await rule("make -C y")).toBe("allow fetched-code");
  expect(await rule("cd y && npm test")).toBe("allow session:fetched-code");
  expect(asked).toHaveLength(1);
  const { rule: other } = asking(null, { detect: detectDanger, deny: ["git clone *"] });
  await other("git clone https://x/y");
  expect(await other("make -C y")).toBe("allow");
});

test("a session without questions remembers too, for when somebody is asked again", async () => {
  const state = new ApprovalState({ mode: "manual", edits: "allow", yolo: true });
  const { rule } = asking(null, { detect: detectDanger, state });
  await rule("git clone https://x/y && make -C y");
  state.yolo = false;
  expect(await rule("make -C y")).toBe("deny fetched-code");
});

test("a link to a fetched folder leads there; beyond five hundred places the oldest is forgotten", () => {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "hermes-fetched-")));
  const memory = new FetchedMemory();
  expect(memory.holds).toBe(null);
  mkdirSync(join(base, "y"));
  symlinkSync(join(base, "y"), join(base, "link"));
  memory.note([{ path: join(base, "y"), before: null }]);
  expect(memory.holds?.(join(base, "link", "a.sh"))).toBe(true);
  expect(memory.holds?.(join(base, "yy"))).toBe(false);
  memory.note(Array.from({ length: 500 }, (_, at) => ({ path: `/n/${at}`, before: null })));
  expect(memory.holds?.(join(base, "y"))).toBe(false);
  expect(memory.holds?.("/n/0")).toBe(true);
});

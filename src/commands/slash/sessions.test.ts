import { expect, test } from "vitest";
import { slashWorld } from "../../../tests/support/slash-world.ts";
import { newSession } from "../../../tests/support/temporary-store.ts";
import { runSlash } from "./run-slash.ts";

const ids = Array.from({ length: 12 }, (_, index) => `20250101_0000${String(index).padStart(2, "0")}_bbbbbbbb`);

async function stored() {
  const context = await slashWorld();
  for (const id of ids) await context.store.sessions.create(newSession(id));
  await context.store.openJournal(null).append(ids[3] ?? "", { role: "user", content: "the marmalade plan" }, "t");
  return context;
}

const linesOf = (outcome: Awaited<ReturnType<typeof runSlash>>) =>
  outcome.kind === "said" ? outcome.text.split("\n") : [];

test("/sessions lists the latest, with all the others too", async () => {
  const context = await stored();
  expect(linesOf(await runSlash("/sessions", context))).toHaveLength(10);
  expect(linesOf(await runSlash("/sessions all", context))).toHaveLength(12);
  expect(await runSlash("/sessions some", context)).toMatchObject({ kind: "refused" });
});

test("/sessions search finds what was said, and says where nothing was", async () => {
  const context = await stored();
  const [head = "", words = ""] = linesOf(await runSlash("/sessions search marmalade", context));
  expect([head.split(" ")[0], words]).toEqual([ids[3], expect.stringContaining("marmalade")]);
  expect(await runSlash("/sessions search", context)).toMatchObject({ kind: "refused" });
  expect(await runSlash("/sessions search zebra", context)).toMatchObject({ kind: "refused" });
});

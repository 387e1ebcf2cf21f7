import { expect, test } from "vitest";
import { scriptedInfo } from "../../../tests/support/scripted-session.ts";
import { slashWorld } from "../../../tests/support/slash-world.ts";
import { newSession } from "../../../tests/support/temporary-store.ts";
import { runSlash } from "./run-slash.ts";

test("/status says whether a turn runs, and where the conversation stands", async () => {
  const context = await slashWorld();
  const { sessionId } = scriptedInfo;
  await context.store.sessions.create(newSession(sessionId));
  const journal = context.store.openJournal(null);
  await journal.append(sessionId, { role: "user", content: "why\nis it so?" }, "t");
  await journal.append(sessionId, { role: "assistant", content: "because" }, "t");
  const outcome = await runSlash("/status", { ...context, isBusy: true });
  const lines = outcome.kind === "said" ? outcome.text.split("\n") : [];
  expect(lines).toEqual(
    expect.arrayContaining(["a turn is running", "last question: why is it so?", "last answer: because"]),
  );
  const idle = await runSlash("/status", await slashWorld());
  expect(idle.kind === "said" ? idle.text : "").toContain("no turn is running");
});

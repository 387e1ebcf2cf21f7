import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { sessionsCall } from "../../../tests/support/sessions-call.ts";
import { newSession, temporaryHome, temporaryStore } from "../../../tests/support/temporary-store.ts";

test("a damaged message is shown and exported with a note, and repair names it", async () => {
  const home = temporaryHome();
  const path = join(home, "hermes.db");
  {
    using store = await temporaryStore({ path });
    await store.sessions.create(newSession("talk", { title: "Talk" }));
    const journal = store.openJournal(null);
    await journal.append("talk", { role: "user", content: "before" }, "t");
    await journal.append("talk", { role: "assistant", content: "after", reasoning_details: [{}] }, "t");
    using db = new DatabaseSync(path);
    db.exec("UPDATE messages SET reasoning_details = '[{', extra = 'x' WHERE id = 2");
  }
  const note = "[damaged in storage and left out: reasoning_details, extra]";
  const flags = { all: true } as const;
  for (const result of [
    await sessionsCall(home, "show", ["talk"]),
    await sessionsCall(home, "export", [], { flags }),
  ]) {
    expect(result).toMatchObject({ code: 0, err: "" });
    expect(result.out).toContain("before");
    expect(result.out).toContain(note);
  }
  const repaired = await sessionsCall(home, "repair");
  expect(repaired).toMatchObject({ code: 0, err: "" });
  expect(repaired.out.trimEnd().split("\n").slice(1)).toEqual([
    "1 message has fields that cannot be read; they are kept as they are, and a note stands for them when shown:",
    "  message 2 of talk: reasoning_details, extra",
  ]);
});

import { expect, test } from "vitest";
import { newSession, storeOptions, temporaryStore } from "../../tests/support/temporary-store.ts";

test("a session whose words were indexed by another process can be removed, and the store goes on", async () => {
  const options = storeOptions();
  const id = "20250101_000000_aaaaaaaa";
  {
    using first = await temporaryStore(options);
    await first.sessions.create(newSession(id));
    const journal = first.openJournal(null);
    await journal.append(id, { role: "user", content: "marmalade" }, "t");
    await journal.append(id, { role: "assistant", content: "jam" }, "t");
    expect(first.search("marmalade").hits).toHaveLength(1); // looking feeds what waits into the index
  }
  using second = await temporaryStore(options);
  expect(await second.sessions.remove([id])).toEqual({ kind: "removed", count: 1 });
  expect(second.search("marmalade").hits).toEqual([]);
  await second.sessions.create(newSession("20250101_000000_bbbbbbbb"));
  await second.sessions.end("20250101_000000_bbbbbbbb", "done");
});

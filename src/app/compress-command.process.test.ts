import { join } from "node:path";
import { expect, test } from "vitest";
import type { Message } from "../domain/message.ts";
import { endpointConfig, newMachine, start } from "../../tests/support/hermes-process.ts";
import { says } from "../../tests/support/played-tools.ts";
import { goodSummary } from "../../tests/support/scripted-summariser.ts";
import { serveScenario } from "../../tests/support/serve-scenario.ts";
import { newSession, temporaryStore } from "../../tests/support/temporary-store.ts";

async function machineWith(url: string, messages: number) {
  const machine = newMachine({ "config.yaml": endpointConfig(`${url}/v1`) });
  using store = await temporaryStore({ path: join(machine.home, "hermes.db") });
  await store.sessions.create(newSession("long-one", { model: "gpt-4o", cwd: machine.cwd, title: "Plans" }));
  for (let index = 0; index < messages; index++) {
    const said: Message = {
      role: index % 2 === 0 ? "user" : "assistant",
      content: `${index} ${"words ".repeat(3_000)}`,
    };
    await store.openJournal(null).append("long-one", said, "t");
  }
  return machine;
}

test("a stored conversation is compressed from the command line and the compression taken back", async () => {
  await using model = await serveScenario({ steps: [says(goodSummary)] });
  const machine = await machineWith(model.url, 30);
  const run = (...words: readonly string[]) => start(machine, ["sessions", "compress", ...words]).ended;
  const made = await run("Plans");
  expect([made.code, made.err]).toEqual([0, ""]);
  expect(made.out).toMatch(
    /^Compressed: 30 → \d+ messages\nApprox request size: ~[\d,]+ → ~[\d,]+ tokens\nCost: .*\nGoes on in session \S+\n$/u,
  );
  const undone = await run("Plans", "--undo");
  expect(undone).toMatchObject({
    code: 0,
    err: "",
    out: "The last compression was undone; the conversation goes on in session long-one\n",
  });
  using store = await temporaryStore({ path: join(machine.home, "hermes.db") });
  expect(store.sessions.get("long-one")).toMatchObject({ title: "Plans", end_reason: null });
  const again = await run("Plans", "--undo");
  expect([again.code, again.out]).toEqual([1, ""]);
  expect(again.err).toBe("hermes: Nothing to undo: no compression made the newest part of this conversation.\n");
});

test("bad words for it are answered in one line", async () => {
  await using model = await serveScenario({ steps: [] });
  const machine = await machineWith(model.url, 2);
  const errors = await Promise.all(
    [[], ["nobody"], ["Plans", "--here", "0"], ["Plans", "topic", "--undo"], ["Plans"]].map(async (words) => {
      const { code, out, err } = await start(machine, ["sessions", "compress", ...words]).ended;
      expect([out, err.trimEnd().split("\n")]).toEqual(["", [expect.any(String)]]);
      return code;
    }),
  );
  expect(errors).toEqual([2, 2, 2, 2, 1]);
});

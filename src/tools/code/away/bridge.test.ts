import { expect, test } from "vitest";
import { FakeClock } from "../../../../tests/support/fake-clock.ts";
import type { ProgramStart, ShellBackend } from "../../../domain/shell-backend.ts";
import { openBridge } from "./bridge.ts";

/** A shell elsewhere that prints these words when its input ends. */
async function bridgeThatSays(words: string) {
  const closed = Promise.withResolvers<void>();
  const start = async ({ onOutput }: ProgramStart) => ({
    kind: "started" as const,
    pid: null,
    note: null,
    exit: closed.promise.then(() => 0),
    closed: closed.promise,
    write: () => undefined,
    endInput: () => {
      onOutput(Buffer.from(words));
      closed.resolve();
    },
    signal: () => undefined,
    release: () => undefined,
  });
  const backend: ShellBackend = { name: "docker", isolation: "container", start, close: async () => undefined };
  const shell = { cwd: "/", env: {} };
  const opened = await openBridge({ backend, clock: new FakeClock(), key: "k", shell, onRequest: () => undefined });
  if (opened.kind === "not-started") throw new Error(opened.why);
  return opened;
}

test("a goodbye is heard behind a line that was stopped in its middle, which tells nothing", async () => {
  const bridge = await bridgeThatSays("exit \nbye\n");
  expect(await bridge.close()).toBeNull();
  expect(await Promise.race([bridge.ended, Promise.resolve("not told")])).toBe("not told");
  const other = await bridgeThatSays("exit 255\n\nbye\n");
  expect([await other.close(), await other.ended]).toEqual([null, 255]);
});

test("without a goodbye nobody knows what is left there", async () => {
  expect(await (await bridgeThatSays("exit 0\n")).close()).toBe("the shell there ended");
});

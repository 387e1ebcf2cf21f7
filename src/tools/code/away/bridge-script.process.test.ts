import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { waitUntil } from "../../../../tests/support/shell-world.ts";
import { asLine, bridgeScript } from "./bridge-script.ts";
import { launchScript } from "./launch-script.ts";

const stubborn = "trap '' TERM; echo up; while :; do sleep 1; done";

/** A bridge and a program beside it, where the time in which nothing is heard of us passes when the test says so. */
async function bridge() {
  const base = mkdtempSync(join(tmpdir(), "hermes-bridge-"));
  const [temporary, bin, gate] = [join(base, "tmp"), join(base, "bin"), join(base, "gate")];
  for (const folder of [temporary, bin]) mkdirSync(folder);
  execFileSync("mkfifo", [gate]);
  const sleep = `#!/bin/sh\n[ "$1" = 90 ] || PATH=/usr/bin:/bin exec sleep "$@"\nread -r _ < ${gate}\n`;
  writeFileSync(join(bin, "sleep"), sleep, { mode: 0o755 });
  const env = { PATH: `${bin}:${process.env["PATH"] ?? ""}`, TMPDIR: temporary };
  const start = (script: string, ...args: readonly string[]) => {
    const child = spawn("/bin/sh", ["-c", script, "sh", ...args], { env, cwd: base, detached: true });
    const ended = once(child, "exit").then(([code, signal]: readonly unknown[]) => signal ?? code);
    return { child, ended };
  };
  const shell = start(bridgeScript, "key", "90", "3");
  const folder = join(temporary, "hermes-code-key");
  await waitUntil(() => existsSync(join(folder, "bell")));
  const launch = (...words: readonly string[]) => start(launchScript, folder, "strict", "", ...words);
  const program = launch("sh", "-c", stubborn);
  await once(program.child.stdout, "data");
  return { shell, program, launch, temporary, timePasses: () => writeFile(gate, "\n") };
}

test("a bridge that hears nothing of us for too long ends the program, also one that will not listen", async () => {
  const { shell, program, temporary, timePasses } = await bridge();
  await timePasses();
  expect([await shell.ended, await program.ended]).toEqual([0, "SIGKILL"]);
  expect(readdirSync(temporary)).toEqual([]);
});

test("a bridge that hears of us goes on, until we say that it is over", async () => {
  const { shell, program, temporary, timePasses } = await bridge();
  const beat = join(temporary, "hermes-code-key", "beat");
  shell.child.stdin.write("beat\n");
  await waitUntil(() => existsSync(beat));
  await timePasses();
  await waitUntil(() => !existsSync(beat));
  shell.child.stdin.write("where\n");
  expect(String(await once(shell.child.stdout, "data"))).toBe(`where ${join(temporary, "hermes-code-key")}\n`);
  shell.child.stdin.end();
  expect([await shell.ended, await program.ended]).toEqual([0, "SIGKILL"]);
  expect(readdirSync(temporary)).toEqual([]);
});

test("a bridge that is killed is made good for by who watches over it", async () => {
  const { shell, program, temporary, timePasses } = await bridge();
  shell.child.kill("SIGKILL");
  await shell.ended;
  await timePasses();
  expect(await program.ended).toBe("SIGKILL");
  await waitUntil(() => readdirSync(temporary).length === 0);
});

test("where the bridge has ended no program starts any more", async () => {
  const { shell, launch, temporary } = await bridge();
  shell.child.stdin.end();
  await shell.ended;
  expect(await launch("touch", join(temporary, "ran")).ended).not.toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
});

test("any text is one plain line on the way, and itself again there", () => {
  const texts = fc.string({ unit: "grapheme" }).map((text) => text.replaceAll("\0", ""));
  fc.assert(
    fc.property(fc.array(texts, { minLength: 1, maxLength: 20 }), (all) => {
      for (const text of all) expect(asLine(text)).toMatch(/^[ -~]*$/);
      const script = "for line; do printf '%b\\0' \"$line\"; done";
      const told = execFileSync("/bin/sh", ["-c", script, "sh", ...all.map(asLine)]).toString("utf8");
      expect(told.split("\0").slice(0, -1)).toEqual(all);
    }),
    { numRuns: 20 },
  );
});

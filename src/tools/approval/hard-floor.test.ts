import { expect, test } from "vitest";
import { floorRules } from "./floor-rules.ts";
import { hardFloor } from "./hard-floor.ts";

const floor = async (command: string): Promise<string | null> =>
  (await hardFloor(command, "/code/project", "/home/me"))?.rule ?? null;

for (const { id, examples } of floorRules) {
  test.each(examples)(`${id}: %j never runs`, async (command) => expect(await floor(command)).toBe(id));
}

test.each([
  ":(){ :|:& };:",
  "bash -c ':(){ :|:& };:'",
  "f() { while true; do f & done; }; f",
  "bomb() { bomb | bomb & }; bomb",
  "f() { f & f & }; f",
])("%s multiplies and never runs", async (command) => {
  expect(await floor(command)).toBe("fork-bomb");
});

test.each([
  'echo "rm -rf /"',
  'git commit -m "no more rm -rf / here"',
  'grep -r "rm -rf /" docs',
  "echo reboot",
  "man mkfs",
  "rm -rf build",
  "rm -rf ./*",
  "rm file",
  "rm -r /tmp/x/*",
  "kill -1 1234",
  "kill -9 1234",
  "find / -name '*.tmp' -delete",
  "find . -delete",
  "dd if=/dev/sda of=disk.img",
  "systemctl status",
  "shutdown --help",
  "rm -rf $DIR",
  "ls /",
  "cat <<'E'\nrm -rf /\nE",
  "rm -rf ~/project/old",
  "f() { ls | wc; }; f",
  "init 3",
  "ls > /dev/null",
  "printf 'rm -rf /'",
  "sudo ls /",
])("%j is data, or harmless enough for the floor", async (command) => expect(await floor(command)).toBe(null));

test("text that does not parse is judged by its looks", async () => {
  expect(await floor("rm -rf / 'unclosed")).toBe("delete-root");
  expect(await floor("if sudo reboot")).not.toBe(null);
  expect(await floor("echo 'unclosed")).toBe(null);
  expect(await floor(`${"(".repeat(500)}rm -rf /${")".repeat(500)}`)).toBe("delete-root");
});

test("text beyond what can be checked never runs", async () => {
  expect(await floor("x".repeat(4_097))).toBe("parser-limit");
  expect(await floor("ls ".repeat(50_000))).toBe("parser-limit");
});

import { afterAll, expect, test } from "vitest";
import { commandWorld } from "../../../tests/support/command-world.ts";
import { detectDanger } from "./detect-danger.ts";
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

const deadly = [
  "/",
  "/*",
  "/.",
  "//",
  "/etc",
  "/usr/*",
  "/var",
  "/bin",
  "/sbin",
  "/lib",
  "/boot",
  "/home",
  "/root",
  "~",
  "$HOME",
  "${HOME}/*",
]
  .map((target) => `rm -rf ${target}`)
  .concat([
    "mkfs.ext4 /dev/sda1",
    "mkfs x",
    "dd if=x of=/dev/sda",
    "cat x > /dev/nvme0n1",
    "dd of=/dev/disk2",
    "kill -9 -1",
  ])
  .concat(["shutdown now", "reboot", "halt", "poweroff", "init 0", "init 6", "systemctl reboot", "systemctl kexec"]);

const spellings: readonly ((command: string) => string)[] = [
  (command) => command,
  (command) => command.replace(/^(\S)(\S*)/, "$1\\$2"),
  (command) => command.replace(/^(\S)(\S*)/, "$1''$2"),
  (command) => command.replace(/^(\S+)/, '"$1"'),
  (command) => command.replace(/ (\/\S*)$/, ' "$1"').replace('*"', '"*'),
  (command) => command.replace(" ", "${IFS}"),
  (command) => command.replace(" ", "$IFS "),
  (command) => command.replace(" ", " \\\n "),
  (command) => command.replace(/^\w/, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)),
  (command) => `\u001b[31m${command.slice(0, 1)}\u001b[0m${command.slice(1)}`,
  (command) => `${command.slice(0, 1)}\0${command.slice(1)}`,
  (command) => `sudo ${command}`,
  (command) => `env A=1 ${command}`,
  (command) => `nohup time ${command}`,
  (command) => `echo $(${command})`,
  (command) => `echo \`${command}\``,
  (command) => `(${command})`,
  (command) => `{ ${command}; }`,
  (command) => `ls; ${command}`,
  (command) => `ls && ${command}`,
  (command) => `ls || ${command}`,
  (command) => `ls | ${command}`,
  (command) => `ls\n${command}`,
  (command) => `sh -c '${command}'`,
];

test.each(deadly)("[SF-S1] %s is refused in every spelling, and nothing can lift that", async (command) => {
  const missed: string[] = [];
  for (const spelling of spellings.map((spell) => spell(command))) {
    if ((await floor(spelling)) === null) missed.push(spelling);
  }
  expect(missed).toEqual([]);
});

const world = commandWorld();
afterAll(() => world[Symbol.dispose]());

test.each([
  'echo "rm -rf /"',
  'git commit -m "no more rm -rf / here"',
  'grep -r "rm -rf /" docs',
  "echo reboot",
  "man mkfs",
])("[SF-S2] %j is data: neither refused nor asked about", async (command) => {
  expect([await floor(command), await detectDanger(command, world)]).toEqual([null, []]);
});

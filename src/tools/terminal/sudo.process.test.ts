import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FakeClock } from "../../../tests/support/fake-clock.ts";
import { shellWorld } from "../../../tests/support/shell-world.ts";
import { type AskPassword, createSudoPassword } from "./sudo-password.ts";

/** Does what sudo does about passwords, and writes down what others could see of it. */
const playedSudo = `#!/bin/bash
here=$(dirname "$0")
{ echo "args: $*"; env; tr '\\0' ' ' < /proc/$PPID/cmdline; tr '\\0' '\\n' < /proc/$PPID/environ; } >> "$here/seen"
case "$1 $2" in
  "-n -v") [ -e "$here/ticket" ] || { echo "sudo: a password is required" >&2; exit 1; } ;;
  "-n -l") [ -e "$here/free" ] || { echo "sudo: a password is required" >&2; exit 1; } ;;
  "-S -p") IFS= read -r word
    if [ "$word" = "open sesame" ]; then touch "$here/ticket"; else echo "sudo: 1 incorrect password attempt" >&2; exit 1; fi ;;
  "-n "*) [ -e "$here/ticket" ] || { echo "sudo: a password is required" >&2; exit 1; }; shift; "$@" ;;
  *) echo "sudo: a terminal is required" >&2; exit 1 ;;
esac
`;

const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);

function machine(password: string | null, ask?: AskPassword) {
  const sudo = { configured: () => password, ...(ask === undefined ? {} : { ask }) };
  const bin = join(shellWorld().cwd, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "sudo"), playedSudo);
  chmodSync(join(bin, "sudo"), 0o755);
  const world = shellWorld({ sudo, env: { PATH: `${bin}:${process.env["PATH"]}` } });
  return { ...world, bin, seen: () => readFileSync(join(bin, "seen"), "utf8") };
}

test("sudo gets the password, which no argument, environment or output holds, and input stays the command's", async () => {
  const { sh, seen } = machine("open sesame");
  expect(await sh("echo data | sudo cat; sudo echo 'as root'; cat")).toEqual({
    output: "data\nas root",
    error: null,
    exit_code: 0,
  });
  expect(await sh("sudo true; set | grep ^__hermes_word")).toMatchObject({ output: "__hermes_word='***'" });
  expect(seen()).toContain("args: -n cat");
  expect(seen()).not.toContain("open sesame");
});

test("a background process gets it too, and then its own input", async () => {
  const { background, proc, seen } = machine("open sesame");
  const id = await background("sudo echo hello; read -r line; echo got $line");
  await proc({ action: "submit", session_id: id, data: "more" });
  expect(await proc({ action: "wait", session_id: id })).toMatchObject({ output: "hello\ngot more" });
  expect(seen()).not.toContain("open sesame");
});

test("a wrong password is used once, and without one sudo has to do without", async () => {
  const { sh, seen } = machine("wrong");
  expect(await sh("sudo true")).toMatchObject({ exit_code: 1, output: "sudo: 1 incorrect password attempt" });
  expect(await sh("sudo true")).toMatchObject({ exit_code: 1, output: "sudo: a terminal is required" });
  expect(seen().match(/^args: -S /gm)).toHaveLength(1);
});

test("only a command that has a use for the password makes somebody type it, and once", async () => {
  const asked: string[] = [];
  const { sh } = machine(null, async () => {
    asked.push("asked");
    return "open sesame";
  });
  await sh("echo sudo");
  expect(asked).toEqual([]);
  expect(await sh("sudo echo root")).toMatchObject({ output: "root" });
  await sh("sudo echo root");
  expect(asked).toEqual(["asked"]);
});

test("what was typed is forgotten after a quarter of an hour; one that cannot be a line is none", async () => {
  const clock = new FakeClock();
  const use = {
    signal: new AbortController().signal,
    wanted: async () => ({ command: "sudo id", program: "/usr/bin/sudo", where: null }),
    whenFree: <T>(work: () => Promise<T>) => work(),
  };
  const typed = ["first", "second"];
  const password = createSudoPassword({ configured: () => "a\nb", ask: async () => typed.shift() ?? null }, clock);
  expect(await password.get(use)).toBe("first");
  await clock.advance(15 * 60 * 1_000 - 1);
  expect(await password.get(use)).toBe("first");
  await clock.advance(1);
  expect(await password.get(use)).toBe("second");
  await clock.advance(15 * 60 * 1_000);
  expect(await password.get(use)).toBeNull();
});

test("whoever sudo lets in without a password, or does not know, is never asked for one", async () => {
  const asked: string[] = [];
  const ask = async ({ command }: { readonly command: string }): Promise<null> => {
    asked.push(command);
    return null;
  };
  const { sh, bin } = machine(null, ask);
  writeFileSync(join(bin, "ticket"), "");
  await sh("sudo true");
  rmSync(join(bin, "ticket"));
  writeFileSync(join(bin, "free"), ""); // some things without a password
  await sh("sudo true");
  rmSync(join(bin, "free"));
  expect(asked).toEqual([]);
  await sh("sudo true");
  expect(asked).toEqual(["sudo true"]);
  writeFileSync(join(bin, "sudo"), '#!/bin/sh\necho "sudo: the no new privileges flag is set" >&2; exit 1\n');
  await sh("sudo true");
  expect(asked).toEqual(["sudo true"]);
});

test("a denied command and one under a terminal ask for nothing", async () => {
  const asked: string[] = [];
  const { run } = machine(null, async () => {
    asked.push("asked");
    return null;
  });
  const denied = { decision: "deny", by: "user", rule: "sudo", reason: "no" } as const;
  expect(await run({ command: "sudo true" }, { approve: async () => denied })).toMatchObject({ error: "no" });
  await run({ command: "sudo true", pty: true });
  expect(asked).toEqual([]);
});

test("a command without its password tells the model how one could be given, and never to ask for it", async () => {
  const nobody = machine(null);
  expect(await nobody.sh("sudo true")).toEqual({
    error: "Exit code 1",
    output: "sudo: a terminal is required",
    exit_code: 1,
    hint: like(/none is configured.*SUDO_PASSWORD.*never be sent in the conversation/),
  });
  const refusing = machine(null, async () => null);
  expect(await refusing.sh("sudo true")).toMatchObject({
    hint: like(/was asked for it and gave none/),
  });
  expect(await nobody.sh("echo a password is required; false")).not.toHaveProperty("hint");
});

test("what an earlier command left behind does not run where the password is", async () => {
  const { sh, background, proc, bin } = machine("open sesame");
  const trap = `command() { echo "$__hermes_word$*" >> ${bin}/caught; builtin command "$@"; }; export -f command`;
  await sh(
    `${trap}; ls() { command; }; export -f ls; echo 'echo in >> ${bin}/caught' > ${bin}/env; export BASH_ENV=${bin}/env`,
  );
  rmSync(join(bin, "caught"), { force: true });
  const id = await background("sudo echo hello; ls >/dev/null");
  expect(await proc({ action: "wait", session_id: id })).toMatchObject({ output: "hello" });
  expect(await sh("sudo echo 'as root'; ls >/dev/null")).toMatchObject({ output: "as root" });
  expect(existsSync(join(bin, "caught"))).toBe(false);
});

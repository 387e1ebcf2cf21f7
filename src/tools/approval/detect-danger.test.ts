import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { benign, dangerous } from "../../../tests/support/command-corpus.ts";
import { anySpelling } from "../../../tests/support/command-spellings.ts";
import { commandWorld } from "../../../tests/support/command-world.ts";
import { detectDanger } from "./detect-danger.ts";

const world = commandWorld();
afterAll(() => world[Symbol.dispose]());

const found = async (command: string): Promise<readonly string[]> =>
  (await detectDanger(command, world)).map(({ rule }) => rule);

test.each(dangerous)("of $family nothing in the corpus is missed", async ({ family, commands }) => {
  const missed: string[] = [];
  for (const command of commands) {
    if (!(await detectDanger(command, world)).some((finding) => finding.family === family)) missed.push(command);
  }
  expect(missed).toEqual([]);
});

test("of ordinary work less than two in a hundred commands ask", async () => {
  const commands = benign.flatMap((one) => one.commands);
  const alarms: string[] = [];
  for (const command of commands) if ((await found(command)).length > 0) alarms.push(command);
  process.stdout.write(`false alarms: ${alarms.length} of ${commands.length} ordinary commands\n`);
  expect(alarms.length / commands.length, alarms.join("\n")).toBeLessThan(0.02);
});

test("the corpus is as large as it should be, and says nothing twice", () => {
  const all = [...dangerous, ...benign].flatMap(({ commands }) => commands);
  expect(all.length).toBeGreaterThanOrEqual(400);
  expect(new Set(all).size).toBe(all.length);
});

test("a finding says what it is about, wrappers taken off", async () => {
  expect(await detectDanger("cd src && env A=1 git push --force", world)).toEqual([
    {
      rule: "git-loss",
      family: "git loss",
      description: "throw away changes or commits that git could not bring back",
      ask: "always",
      persistable: true,
      words: ["git", "push", "--force"],
    },
  ]);
});

test.each([
  ["recursive delete", "rm -rf build"],
  ["recursive delete", "rm --recursive src"],
  ["recursive delete", "find . -delete"],
  ["permissions", "chmod 777 src"],
  ["disk, truncation", "dd if=a of=b"],
  ["disk, truncation", "shred x"],
  ["disk, truncation", "truncate -s 0 x"],
  ["system services, network", "systemctl stop nginx"],
  ["system services, network", "crontab -r"],
  ["processes", "killall node"],
  ["git loss", "git reset --hard"],
  ["git loss", "git push --force"],
  ["git loss", "git clean -fdx"],
  ["databases", "dropdb app"],
  ["databases", "redis-cli FLUSHALL"],
  ["containers, clusters, cloud", "docker system prune -af"],
  ["containers, clusters, cloud", "kubectl delete pod web"],
  ["containers, clusters, cloud", "terraform destroy"],
  ["publishing", "npm publish"],
  ["sensitive write", "tee /etc/hosts"],
  ["secret read or exfiltration", "cat .env"],
  ["outside workspace", "rm /srv/x"],
  ["hard floor", "rm -rf /"],
  ["hard floor", "mkfs.ext4 /dev/sdb1"],
  ["hard floor", "dd if=/dev/zero of=/dev/sda"],
])("%s: %s is found however it is written", async (family, command) => {
  await fc.assert(
    fc.asyncProperty(anySpelling(command.split(" ")), async (text) => {
      const families = (await detectDanger(text, world)).map((finding) => finding.family);
      expect(families, text).toContain(family);
    }),
    { numRuns: Number(process.env["PROPERTY_RUNS"] ?? 60) },
  );
});

test("what cannot be read asks, and so does what is nested or wrapped beyond our own limits", async () => {
  const nested = `${"echo $(".repeat(40)}ls${")".repeat(40)}`;
  const quoted = Array.from({ length: 12 }).reduce<string>((inner) => `bash -c ${JSON.stringify(inner)}`, "ls");
  const wrapped = `${"env ".repeat(20)}ls`;
  for (const text of ["echo 'x", "if true", nested, quoted, wrapped, "ls;".repeat(3_000), "x".repeat(5_000)]) {
    expect([text.slice(0, 20), await found(text)]).toEqual([text.slice(0, 20), ["unreadable"]]);
  }
});

test("any text gets an answer", async () => {
  const pieces = fc.constantFrom(
    ..."rm -rf / $( ` ' \" ; | && { } << E \n > < ${x: [[ (( $'\\x \\ # * ~ \0 é ;; case in".split(" "),
  );
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(pieces).map((all) => all.join(" ")),
    fc.array(pieces).map((all) => all.join("")),
  );
  await fc.assert(fc.asyncProperty(text, async (command) => void (await detectDanger(command, world))));
});

test.each([
  "a|",
  "$(",
  "((",
  "{a,b}",
  '"',
  "<<E ",
  "`",
  "if ",
  "a\n",
  "${a:-",
  "[[ ( ",
  "f(){ ",
  "a=b;",
  "a+=b;",
  "for x in a b;do ",
  "sudo ",
  "cd a;",
  "cd /a;",
  "cat *;",
  "echo x|sh;",
  "bash -c 'x';",
  "psql -c 'delete from x';",
  "sed s/a/b/;",
  "--x=",
  "~/.ssh/a ",
  "@( ",
  "$'\\x72' ",
  "x <(y) ",
  "'\\'' ",
  "awk 'print | ",
  "/* ",
  "a/*b ",
  "~/a ",
  "-exec ",
  "$(echo a) ",
])("100 KB of %j take no longer than they should", async (piece) => {
  const start = performance.now();
  for (const head of ["", "cat ", "find . "]) {
    await detectDanger(head + piece.repeat(Math.floor(100_000 / piece.length)), world);
  }
  expect(performance.now() - start).toBeLessThan(5_000); // far above a linear answer, far below a hang
});

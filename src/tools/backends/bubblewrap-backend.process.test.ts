import { execFileSync, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { containing, matching } from "../../../tests/support/matching.ts";
import { waitUntil } from "../../../tests/support/shell-world.ts";
import { hasBubblewrap, planted, sandboxWorld } from "../../../tests/support/sandbox-world.ts";

const walled = test.skipIf(!hasBubblewrap);

/** Closed when the test ends. */
function world(changes: Parameters<typeof sandboxWorld>[0] = {}) {
  const made = sandboxWorld(changes);
  onTestFinished(async () => {
    await made.close();
    rmSync(made.root, { recursive: true, force: true });
  });
  return made;
}

/** Answers everybody, and remembers that somebody came. */
async function listener() {
  const heard: string[] = [];
  const server = createServer((socket) => {
    heard.push("somebody");
    socket.on("error", () => undefined).end("hello");
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { server: { heard }, port: typeof address === "object" ? address?.port : null };
}

walled("[SF-T41] walls around writing, reading, the network and the end of our process", async () => {
  const { server, port } = await listener();
  const { sh, background, hermesHome, userHome } = world({ network: false });
  expect(await sh("echo x > ~/f")).toMatchObject({ exit_code: 1 });
  expect(existsSync(join(userHome, "f"))).toBe(false);
  expect(JSON.stringify(await sh(`cat ${hermesHome}/.env ~/.ssh/id_rsa .env`))).not.toContain(planted);
  await background("echo here > /tmp/f; echo up > started; exec sleep 4321");
  const seen = await sh("until [ -e started ]; do :; done; ps -A -o args= | grep -cx 'sleep 4321'; cat /tmp/f");
  expect(seen).toMatchObject({ output: "1\nhere", exit_code: 0 });
  expect(await sh(`curl -s --max-time 5 http://127.0.0.1:${port}`)).toMatchObject({ exit_code: 7 });
  expect(server.heard).toEqual([]);
  await killedLeavesNothing();
});

walled("nothing outside the workspace can be written, and no secret can be read", async () => {
  const { sh, userHome, hermesHome, root } = world();
  expect(await sh("echo x > ~/f")).toMatchObject({ exit_code: 1 });
  expect(existsSync(join(userHome, "f"))).toBe(false);
  const reading = await sh(
    `cat ${hermesHome}/.env ~/.ssh/id_rsa .env deep/down/.env.production ~/.netrc ~/project/.env ${hermesHome}/hermes.db; grep -rs planted ${root}`,
  );
  expect(JSON.stringify(reading)).not.toContain(planted);
  expect(reading["output"]).toContain("No such file or directory"); // the keys; environment files are there and empty
  expect(
    await sh("cat plain.txt .env.example && echo changed > plain.txt && bash ~/.hermes/skills/one/run.sh"),
  ).toEqual({ output: "plain\nNAME=value\na skill ran", error: null, exit_code: 0 });
  expect(readFileSync(join(root, "work/plain.txt"), "utf8")).toBe("changed\n");
  expect(readFileSync(join(root, "work/.env"), "utf8")).toBe(planted);
});

walled("all commands share one sandbox: its processes and its /tmp", async () => {
  const { sh, background } = world();
  const mark = `f-${process.pid}`;
  await background(`echo here > /tmp/${mark}; echo up > started; exec sleep 4321`);
  const seen = await sh(`until [ -e started ]; do :; done; ps -A -o args= | grep -c '^sleep 4321'; cat /tmp/${mark}`);
  expect(seen).toMatchObject({ output: "1\nhere", exit_code: 0 });
  expect(existsSync(join("/tmp", mark))).toBe(false);
  expect(await sh("mkdir /tmp/inner && cd /tmp/inner")).toMatchObject({ exit_code: 0, cwd: "/tmp/inner" });
  expect(await sh("pwd")).toMatchObject({ output: "/tmp/inner" });
  const outside = await sh(`ls /proc/${process.pid}/environ`);
  expect(outside).toMatchObject({ exit_code: 2 });
});

walled.each([true, false])("the network is there when it may be: %s", async (network) => {
  const { server, port } = await listener();
  const { sh } = world({ network });
  const called = await sh(`exec 5<>/dev/tcp/127.0.0.1/${port} && cat <&5`);
  expect(called).toMatchObject(network ? { output: "hello", exit_code: 0 } : { exit_code: 1 });
  expect(server.heard).toEqual(network ? ["somebody"] : []);
});

walled("agents that hold keys are out of reach, and so are folders of temporary files", async () => {
  const { sh } = world({
    env: {
      SSH_AUTH_SOCK: "/run/agent",
      GPG_AGENT_INFO: "x",
      DBUS_SESSION_BUS_ADDRESS: "x",
      TMPDIR: "/nowhere",
      A: "b",
    },
  });
  const { output } = await sh("env; ls /run; mktemp >/dev/null && echo made");
  expect(output).toContain("A=b");
  expect(output).toContain("made");
  expect(output).not.toMatch(/SSH_AUTH_SOCK|GPG_AGENT|DBUS|TMPDIR|docker\.sock/);
});

walled("no right is left with which a wall could be moved, be the person root or not", async () => {
  const { sh, root } = world();
  const tries = [
    "umount .env",
    "mount -o remount,rw /",
    "mount --bind / /mnt",
    "mknod disk b 8 0",
    "chroot / true",
    "echo '|/bin/true' > /proc/sys/kernel/core_pattern",
    "unshare -Urm umount .env",
    "unshare -Urm sh -c 'umount -l .env; cat .env'",
    "mv .env moved",
    "rm -f .env",
  ];
  for (const command of tries) {
    const { output, exit_code: code } = await sh(command);
    expect([command, code === 0 && output !== ""]).toEqual([command, false]);
    expect(output).not.toContain(planted);
  }
  expect(readFileSync(join(root, "work/.env"), "utf8")).toBe(planted);
  expect(await sh("cat .env deep/down/.env.production")).toMatchObject({ output: "" });
});

walled("git works, also in a worktree, but what it would run later cannot be changed", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hermes-sandbox-")));
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd: root, stdio: "pipe" });
  git("init", "-q", "main");
  git("-C", "main", "commit", "-q", "--allow-empty", "-m", "first");
  git("-C", "main", "worktree", "add", "-q", "../work", "-b", "other");
  const { sh } = world({ root });
  const commit = "git -c user.name=a -c user.email=a@b -c safe.directory='*' commit -q -m second";
  expect(await sh(`git add plain.txt && ${commit} && git log --format=%s`)).toMatchObject({ output: "second\nfirst" });
  for (const command of [
    "echo evil > ../main/.git/hooks/post-commit",
    "git config core.hooksPath /tmp",
    "git config alias.st '!evil'",
    "rm -rf ../main/.git/hooks",
    "mv ../main/.git/config ../main/.git/old",
  ]) {
    expect([command, (await sh(command))["exit_code"]]).not.toEqual([command, 0]);
  }
  expect(git("-C", "main", "log", "--format=%s", "other").toString()).toBe("second\nfirst\n");
});

walled.each([
  { name: "spaces and quotes", work: `it's "a" $place` },
  { name: "a newline", work: "two\nlines" },
])("a workspace may be called anything: $name", async ({ work }) => {
  const { sh, root } = world({ work, files: { [`${work}/.env`]: planted } });
  expect(await sh("echo hi > new; cat new .env")).toMatchObject({ output: "hi", exit_code: 0 });
  expect(readFileSync(join(root, work, "new"), "utf8")).toBe("hi\n");
});

walled("a workspace reached over links is the same inside", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hermes-sandbox-")));
  mkdirSync(join(root, "true/place"), { recursive: true });
  symlinkSync(join(root, "true"), join(root, "link"));
  const { sh } = world({ root, work: "link/place", files: { "true/place/.env": planted } });
  expect(await sh(`echo hi > new; cat ${root}/link/place/new ${root}/true/place/.env`)).toMatchObject({ output: "hi" });
  expect(readFileSync(join(root, "true/place/new"), "utf8")).toBe("hi\n");
});

walled("an environment file that is a link hides what it leads to", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hermes-sandbox-")));
  mkdirSync(join(root, "work/sub"), { recursive: true });
  symlinkSync("../vault.txt", join(root, "work/sub/.env"));
  const { sh } = world({ root, files: { "work/vault.txt": planted } });
  expect(await sh("cat sub/.env vault.txt")).toMatchObject({ output: "", exit_code: 0 });
});

walled("where the home itself is the workspace, secrets and start-up files stay closed", async () => {
  const { sh, userHome } = world({ work: "home" });
  const tries = await sh("cat .ssh/id_rsa .netrc .hermes/.env .hermes/hermes.db project/.env; grep -rs planted .");
  expect(JSON.stringify(tries)).not.toContain(planted);
  expect(await sh("echo evil >> .bashrc")).toMatchObject({ exit_code: 1 });
  expect(await sh("echo evil > .ssh/authorized_keys")).toMatchObject({ exit_code: 1 });
  expect(await sh("echo evil > .hermes/config.yaml")).toMatchObject({ exit_code: 1 });
  expect(await sh("echo fine > notes.txt")).toMatchObject({ exit_code: 0 });
  expect(readFileSync(join(userHome, "notes.txt"), "utf8")).toBe("fine\n");
  expect(readFileSync(join(userHome, ".bashrc"), "utf8")).toBe("# mine\n");
});

walled("a sandbox that died is built anew by the next command, which says so once", async () => {
  const { sh, background, proc } = world();
  const id = await background("sleep 4321");
  await sh("kill -9 $(ps -A -o pid=,args= | awk '/bubblewrap-inside/ && !/awk/ && $1 != 1 { print $1 }')");
  const next = await sh("echo back; ls /tmp");
  expect(next).toMatchObject({ exit_code: 0, hint: containing("started anew") });
  expect(await proc({ action: "poll", session_id: id })).toMatchObject({ status: "exited", exit_code: 137 });
  expect(await sh("echo again")).toEqual({ output: "again", error: null, exit_code: 0 });
});

walled("a folder that cannot be seen inside is named", async () => {
  const hidden = mkdtempSync(join(tmpdir(), "hermes-hidden-"));
  const { run } = world();
  expect(await run({ command: "pwd", workdir: hidden })).toMatchObject({
    error: `The command could not be started: ${hidden} cannot be seen inside the sandbox`,
  });
});

walled("a terminal, input and time limits are what they are without walls", async () => {
  const { run, background, proc } = world();
  expect(await run({ command: "tty; stty size", pty: true })).toMatchObject({ output: "/dev/pts/0\n24 80" });
  expect(await run({ command: "trap '' TERM; while :; do sleep 0.1; done", timeout: 1 })).toMatchObject({
    exit_code: 124,
  });
  const id = await background("read -r line; echo got $line");
  await proc({ action: "submit", session_id: id, data: "hello" });
  expect(await proc({ action: "wait", session_id: id })).toMatchObject({ exit_code: 0, output: "got hello" });
});

const asRoot = process.getuid?.() === 0;

/** The agent's part of it in a process of its own, which can be somebody else and can be killed. */
async function elsewhere(wrapper: readonly string[], mark: string) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hermes-sandbox-")));
  chmodSync(root, 0o777);
  const script = join(import.meta.dirname, "../../../tests/support/sandbox-process.ts");
  const child = spawn("env", [...wrapper, process.execPath, script, root, mark], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => {
    child.kill("SIGKILL");
    rmSync(root, { recursive: true, force: true });
  });
  const said = await new Promise<string>(
    (resolve) => void child.stdout.once("data", (line: Buffer) => resolve(String(line))),
  );
  return { child, said };
}

const runs = (mark: string): boolean =>
  execFileSync("ps", ["-A", "-o", "args="], { encoding: "utf8" }).split("\n").includes(mark);

async function killedLeavesNothing(): Promise<void> {
  const mark = `sleep 44${process.pid}`;
  const { child } = await elsewhere([], mark);
  expect(runs(mark)).toBe(true);
  child.kill("SIGKILL");
  await waitUntil(() => !runs(mark));
}

walled("the walls stand for somebody without any rights too", async () => {
  const nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
  const { said } = await elsewhere(asRoot ? nobody : [], "sleep 4400");
  expect(JSON.parse(said)).toEqual({
    output: matching(/^[1-9]\d*\n(?:.*(?:No such file|Read-only file system).*\n){2}fine$/),
    error: null,
    exit_code: 0,
  });
});

walled("closing leaves nothing behind, be it deaf or detached", async () => {
  const made = sandboxWorld();
  const mark = `sleep 43${process.pid}`;
  await made.background(`trap '' TERM; setsid ${mark} & trap '' TERM; ${mark}`);
  await waitUntil(() => runs(mark));
  await made.close();
  expect(runs(mark)).toBe(false);
});

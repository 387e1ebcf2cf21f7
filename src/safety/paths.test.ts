import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { absolutePath, readVerdict, realPath, writeVerdict, type PathRules } from "./paths.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "hermes-paths-")));
const userHome = join(base, "home");
const root = join(base, "work");
const hermesHome = join(userHome, ".hermes");
const rules: PathRules = { userHome, hermesHome, roots: [root], safeRoots: [] };
for (const folder of [join(userHome, ".ssh"), hermesHome, join(root, ".git")]) mkdirSync(folder, { recursive: true });
writeFileSync(join(userHome, ".ssh", "authorized_keys"), "");
writeFileSync(join(root, ".env"), "A=1");
symlinkSync(join(userHome, ".ssh", "authorized_keys"), join(root, "innocent.txt"));
symlinkSync(join(root, ".env"), join(root, "settings.txt"));
symlinkSync(userHome, join(root, "elsewhere"));
symlinkSync(root, join(base, "alias"));

const read = (path: string): string => readVerdict(absolutePath(path, root, userHome), rules).kind;
const write = (path: string): string => writeVerdict(absolutePath(path, root, userHome), rules).kind;

test.each([
  "~/.hermes/.env",
  "~/.hermes/auth.json",
  "~/.hermes/hermes.db-wal",
  "~/.hermes/profiles/p/.env",
  ".env",
  ".env.local",
  ".ENV",
  "sub/.envrc",
  "~/.ssh/id_ed25519",
  "~/.ssh/deploy",
  "~/.aws/credentials",
  "~/.netrc",
  "server.key",
  "tls/privkey.pem",
  "/dev/zero",
  "/proc/self/environ",
  "/proc/1/task/1/environ",
  "/etc/shadow",
  "/etc/ssh/ssh_host_ed25519_key",
  "/run/secrets/db",
  "~/.bash_history",
  "/root/.zsh_history",
  "~/.local/share/fish/fish_history",
  "~/.password-store/a.gpg",
  "~/.m2/settings.xml",
  "settings.txt",
  "elsewhere/.ssh/id_rsa",
  "sub/../.env",
])("reading %s is denied", (path) => expect(read(path)).toBe("denied"));

test.each([
  ".env.example",
  ".env.local.example",
  "a.ts",
  "/etc/hosts",
  "~/.ssh/config",
  "~/.ssh/id_rsa.pub",
  "~/notes",
  "/dev/null",
  ".npmrc",
  "cert.pem",
])("reading %s is free", (path) => expect(read(path)).toBe("free"));

test.each([
  ["a.ts", "free"],
  ["new/deep/a.ts", "free"],
  [join(base, "alias", "a.ts"), "free"],
  [".env", "consent"],
  ["~/.ssh/authorized_keys", "denied"],
  ["innocent.txt", "denied"],
  ["~/.aws/x", "denied"],
  [".npmrc", "denied"],
  ["/etc/cron.d/x", "denied"],
  ["~/.hermes/config.yaml", "denied"],
  ["~/.hermes/hermes.db", "denied"],
  ["elsewhere/.kube/config", "denied"],
  ["AGENTS.md", "ask"],
  ["sub/CLAUDE.md", "ask"],
  [".hermes/x", "ask"],
  [".git/hooks/pre-commit", "ask"],
  [".git/config", "ask"],
  [".git/modules/lib/hooks/post-checkout", "ask"],
  [".git/modules/lib/config", "ask"],
  [".git/refs/heads/main", "free"],
  ["agents.md", "ask"],
  ["/run/user/1000/docker.sock", "denied"],
  ["~/.ssh/config", "ask"],
  ["~/notes", "consent"],
  ["../x", "consent"],
  ["elsewhere/notes", "consent"],
])("writing %s is %s", (path, kind) => expect(write(path)).toBe(kind));

test("from a profile the files of the others and of the home they stand in are as far away as its own", () => {
  const profile = { ...rules, hermesHome: join(hermesHome, "profiles", "p") };
  const own = ["auth.json", "hermes.db", "honcho.json", "pairing/x", "profiles/q/auth.json", "profiles/p/hermes.db"];
  expect(own.map((name) => readVerdict(join(hermesHome, name), profile).kind)).toEqual(own.map(() => "denied"));
  const decided = ["config.yaml", "profiles/p/config.yaml", "profiles/q/config.yaml", "plugins/consents.json"];
  for (const at of [rules, profile])
    expect(decided.map((name) => writeVerdict(join(hermesHome, name), at).kind)).toEqual(decided.map(() => "denied"));
});

test("with safe roots every write elsewhere is denied", () => {
  const narrow = { ...rules, safeRoots: [join(root, "out")] };
  expect(writeVerdict(join(root, "out", "a"), narrow).kind).toBe("free");
  expect(writeVerdict(join(root, "a"), narrow).kind).toBe("denied");
});

test("the existing part of a new path is resolved", () => {
  expect(realPath(join(root, "elsewhere", "new", "file"))).toBe(join(userHome, "new", "file"));
});

test("behind walls the file tools end where the commands end, and say how to go further", () => {
  const walled: PathRules = { ...rules, commandsRun: () => "behind walls" };
  const writing = (path: string) => writeVerdict(absolutePath(path, root, userHome), walled);
  expect(writing("~/notes.txt")).toEqual({
    kind: "denied",
    rule: "outside workspace",
    because: "it lies outside the workspace, where the sandbox ends; --add-dir <folder> makes it wider",
  });
  expect(["elsewhere/notes.txt", "new.txt", join(base, "alias", "new.txt")].map((path) => writing(path).kind)).toEqual([
    "denied",
    "free",
    "free",
  ]);
  const reading = (path: string) => readVerdict(absolutePath(path, root, userHome), walled).kind;
  expect(["~/.hermes/logs/a.log", "~/.hermes/config.yaml", "~/.hermes"].map(reading)).toEqual([
    "denied",
    "denied",
    "denied",
  ]);
  expect(["~/.hermes/skills/a/SKILL.md", "~/.hermes/cache/spill/x", "~/notes.txt"].map(reading)).toEqual([
    "free",
    "free",
    "free",
  ]);
  expect(reading("~/.hermes/skills/a/.env")).toBe("denied");
});

test("where commands run elsewhere the file tools refuse, for they would reach the wrong machine", () => {
  const away: PathRules = { ...rules, commandsRun: () => "elsewhere" };
  const path = join(root, "new.txt");
  expect([readVerdict(path, away), writeVerdict(path, away)].map(({ kind }) => kind)).toEqual(["denied", "denied"]);
  expect(readVerdict(join(hermesHome, "cache/spill/x"), away).kind).toBe("free");
});

test("what a person agreed to about plugins is never written by a tool, and their code only after a question", () => {
  expect(write("~/.hermes/plugins/consents.json")).toBe("denied");
  expect(write("~/.hermes/plugins/installed.json")).toBe("denied");
  expect(write("~/.hermes/plugins/weather/index.ts")).toBe("ask");
});

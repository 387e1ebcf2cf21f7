import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sshServer } from "./ssh-server.ts";

/** A server, the settings that lead to it, and a folder with an `ssh` that knows its key; that comes first in a PATH. */
export async function sshCommand() {
  const server = await sshServer();
  const { port, key, user, options } = server;
  const folder = mkdtempSync(join(tmpdir(), "hermes-ssh-command-"));
  const words = options.map((option) => `-o ${option}`).join(" ");
  writeFileSync(join(folder, "ssh"), `#!/bin/sh\nPATH=/usr/bin:/bin exec ssh ${words} "$@"\n`, { mode: 0o755 });
  const rows = ["backend: ssh", "ssh_host: 127.0.0.1", `ssh_port: ${port}`, `ssh_user: ${user}`, `ssh_key: ${key}`];
  const config = `terminal:\n${rows.map((row) => `  ${row}\n`).join("")}`;
  return { server, folder, config };
}

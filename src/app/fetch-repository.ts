import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { CommandContext } from "../commands/command.ts";
import { childEnvironment } from "../safety/child-env.ts";
import { redactSecrets } from "../safety/redact.ts";

export type Fetched =
  | ({ readonly kind: "fetched"; readonly path: string } & Disposable)
  | { readonly kind: "problem"; readonly why: string };

/** A shallow copy of a repository in a folder that goes with it. Its hooks and submodules stay out. */
export async function fetchRepository(url: string, { env, signal }: CommandContext): Promise<Fetched> {
  const path = mkdtempSync(join(tmpdir(), "hermes-fetch-"));
  const forget = (): void => rmSync(path, { recursive: true, force: true });
  const args = ["clone", "--quiet", "--depth", "1", "--no-recurse-submodules", "--", url, join(path, "copy")];
  try {
    const child = { ...childEnvironment(env, []), GIT_TERMINAL_PROMPT: "0" };
    await promisify(execFile)("git", ["-c", "core.hooksPath=/dev/null", ...args], { env: child, signal });
    return { kind: "fetched", path: join(path, "copy"), [Symbol.dispose]: forget };
  } catch (error) {
    forget();
    return { kind: "problem", why: redactSecrets(reasonOf(error)) };
  }
}

/** Git says much; the line that counts is marked. */
function reasonOf(error: unknown): string {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
  const lines = said.trim().split("\n");
  return lines.find((line) => line.startsWith("fatal: "))?.slice("fatal: ".length) ?? lines.at(-1) ?? "";
}

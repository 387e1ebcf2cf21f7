import { createWriteStream, existsSync, linkSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { stampOf } from "../../config/corrupt-copy.ts";
import { codeOf } from "../../config/error-code.ts";
import { backupPhrases as say } from "../../text/phrases/backup.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { isGiven } from "../flag-value.ts";
import { homeOf } from "../home.ts";
import { archiveFormat } from "./manifest.ts";
import { pack, type Packed } from "./pack.ts";

/** `hermes backup`: the file appears whole or not at all, and only its owner can read it. */
export const backup: CommandRun = async (call) => {
  const { context, positionals, terminal, flags } = call;
  const found = homeOf(context);
  if (found.kind === "problem") return fail(call, found.problem.message, 2);
  const home = found.home.path;
  if (!existsSync(home)) return fail(call, say.noHome(home), 1);
  const file = resolve(context.cwd, positionals[0] ?? `hermes-backup-${stampOf(context.clock.now())}.tar.gz`);
  if (existsSync(file)) return fail(call, say.exists(file), 1);
  const withSecrets = isGiven(flags, "with-secrets");
  const packed: Packed = { files: 0, leftOut: [], blanked: [] };
  try {
    await write(call, { home, file, withSecrets }, packed);
  } catch (error) {
    return fail(call, codeOf(error) === "EEXIST" ? say.exists(file) : say.failed(file, reasonOf(error)), 1);
  }
  terminal.out(`${[say.written(file, packed.files, statSync(file).size), ...notes(packed, withSecrets)].join("\n")}\n`);
  return 0;
};

type Order = { readonly home: string; readonly file: string; readonly withSecrets: boolean };

async function write({ context }: CommandCall, { home, file, withSecrets }: Order, packed: Packed): Promise<void> {
  const draft = join(resolve(file, ".."), `.hermes-backup-${context.rng.hex(12)}.tmp`);
  const madeAt = new Date(context.clock.now()).toISOString();
  const manifest = { format: archiveFormat, version: context.version, made_at: madeAt, with_secrets: withSecrets };
  try {
    const bytes = Readable.from(pack({ home, withSecrets, manifest, without: [draft, file] }, packed));
    const sink = createWriteStream(draft, { flags: "wx", mode: 0o600, flush: true });
    await pipeline(bytes, createGzip(), sink, { signal: context.signal });
    linkSync(draft, file); // unlike a rename it never replaces a file
  } finally {
    rmSync(draft, { force: true });
  }
}

function notes({ leftOut, blanked }: Packed, withSecrets: boolean): readonly string[] {
  if (withSecrets) return [say.withSecrets, ...(leftOut.length === 0 ? [] : [say.leftOut(leftOut)])];
  const lines = [
    ...(leftOut.length === 0 ? [] : [say.leftOut(leftOut)]),
    ...(blanked.length === 0 ? [] : [say.blanked(blanked)]),
  ];
  return lines.length === 0 ? [] : [...lines, say.secretsHint];
}

function reasonOf(error: unknown): string {
  return error instanceof Error && codeOf(error).startsWith("ERR_") ? error.message : codeOf(error);
}

import { writeFileSync } from "node:fs";
import { writeFileAtomic } from "../../disk/atomic-write.ts";
import { stampOf } from "../../config/corrupt-copy.ts";
import { codeOf } from "../../config/error-code.ts";
import { lineDiff } from "../../config/line-diff.ts";
import { readConfig } from "../../config/read-config.ts";
import { configPhrases as say } from "../../text/phrases/config.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { exit, expectArguments, fail, withHome } from "./open-config.ts";

/** Rewrites old names to current ones: shows the difference, keeps the old file, then writes. */
export const migrate: CommandRun = async (call) =>
  expectArguments(call, 0, "migrate [--dry-run]") ??
  withHome(call, async ({ configFile }) => {
    const read = await readConfig(configFile);
    if (read.kind === "broken") return fail(call, say.refusedWhileBroken(configFile, read.reason));
    if (read.kind === "absent") return done(call, say.migrationNotNeeded);
    const { migrateText } = await import("../../config/migrate-text.ts");
    const migrated = migrateText(read.text);
    switch (migrated.kind) {
      case "current":
        return done(call, say.migrationNotNeeded);
      case "newer":
        return done(call, say.newerConfig(migrated.version));
      case "refused":
        return fail(call, migrated.reason);
      case "changed":
        call.terminal.out(lineDiff(read.text, migrated.text));
        return call.flags["dry-run"] === true
          ? done(call, say.wouldMigrate)
          : write(call, configFile, read.text, migrated.text);
    }
  });

function write(call: CommandCall, path: string, before: string, after: string): number {
  const backup = `${path}.${stampOf(call.context.clock.now())}.bak`;
  try {
    writeFileSync(backup, before, { flag: "wx", mode: 0o600 });
    writeFileAtomic(path, after);
    return done(call, say.migrated(path, backup));
  } catch (error) {
    return fail(call, say.cannotWrite(path, codeOf(error)));
  }
}

function done(call: CommandCall, message: string): number {
  call.terminal.out(`${message}\n`);
  return exit.ok;
}

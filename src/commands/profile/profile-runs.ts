import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { baseItself, isProfileName, profilePath, profilesIn, stickyProfile } from "../../config/home.ts";
import { codeOf } from "../../config/error-code.ts";
import { writeFileAtomic } from "../../disk/atomic-write.ts";
import { ensurePrivateFolder } from "../../disk/folders.ts";
import { nearest } from "../../text/nearest.ts";
import { profilePhrases as say } from "../../text/phrases/profile.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { isGiven, textFlag } from "../flag-value.ts";
import { baseHomeOf } from "../home.ts";
import { storeOptions } from "../home-store.ts";
import { createProfile } from "./create-profile.ts";
import { aboutProfile, type ProfileFacts } from "./profile-facts.ts";

export type ProfileRuns = Readonly<Record<"list" | "show" | "use" | "create" | "delete" | "rename", CommandRun>>;

export const profileRuns: ProfileRuns = {
  list: async (call) => {
    const names = namesIn(call);
    const used = inUse(call);
    if (isGiven(call.flags, "json")) return told(call, JSON.stringify({ profiles: names, in_use: used }, null, 2));
    return told(call, names.map((name) => `${name === used ? "*" : " "} ${name}`).join("\n"));
  },
  show: async (call) => {
    const name = call.positionals[0] ?? inUse(call);
    const unknown = unknownIn(call, name);
    if (unknown !== null) return unknown;
    const facts = await aboutProfile(name, profilePath(baseHomeOf(call.context), name), name === inUse(call));
    return told(call, isGiven(call.flags, "json") ? JSON.stringify(facts, null, 2) : table(facts));
  },
  use: async (call) => {
    const [name = ""] = call.positionals;
    const unknown = unknownIn(call, name);
    if (unknown !== null) return unknown;
    const failed = attempt(call, () => remember(baseHomeOf(call.context), name));
    if (failed !== null) return failed;
    const overruling = call.context.env["HERMES_PROFILE"] ?? "";
    return told(call, [say.using(name), ...(overruling === "" ? [] : [say.overruled(overruling)])].join("\n"));
  },
  create: async (call) => {
    const [name = ""] = call.positionals;
    const base = baseHomeOf(call.context);
    const from = textFlag(call.flags, "clone-from");
    if (from !== null && isGiven(call.flags, "clone")) return fail(call, say.bothClones, 2);
    const unusable = unusableName(call, name) ?? (from === null ? null : unknownIn(call, from));
    if (unusable !== null) return unusable;
    const model = from ?? (isGiven(call.flags, "clone") ? inUse(call) : null);
    try {
      const path = profilePath(base, name);
      const copied = createProfile(path, model === null ? null : profilePath(base, model), call.context.rng);
      const lines = [say.created(name, path), ...(model === null ? [] : [say.cloned(copied)]), say.howToUse(name)];
      return told(call, lines.join("\n"));
    } catch (error) {
      return fail(call, say.failed(profilePath(base, name), codeOf(error)), 1);
    }
  },
  delete: async (call) => {
    const [name = ""] = call.positionals;
    const base = baseHomeOf(call.context);
    const path = profilePath(base, name);
    const refused = unknownIn(call, name) ?? (await untouchable(call, name)) ?? (await unconfirmed(call, name, path));
    if (refused !== null) return refused;
    const wasUsed = stickyProfile(base) === name;
    const failed = attempt(call, () => {
      if (wasUsed) remember(base, baseItself); // first: a profile in use must not be missing
      const doomed = join(base, "profiles", `.deleted-${call.context.rng.hex(8)}`);
      renameSync(path, doomed);
      rmSync(doomed, { recursive: true, force: true });
    });
    return failed ?? told(call, [say.deleted(name), ...(wasUsed ? [say.backToDefault] : [])].join("\n"));
  },
  rename: async (call) => {
    const [name = "", wanted = ""] = call.positionals;
    const base = baseHomeOf(call.context);
    const refused = unknownIn(call, name) ?? (await untouchable(call, name)) ?? unusableName(call, wanted);
    if (refused !== null) return refused;
    const failed = attempt(call, () => {
      renameSync(profilePath(base, name), profilePath(base, wanted));
      if (stickyProfile(base) === name) remember(base, wanted);
    });
    return failed ?? told(call, say.renamed(name, wanted));
  },
};

function namesIn({ context }: CommandCall): readonly string[] {
  return [baseItself, ...profilesIn(baseHomeOf(context))];
}

/** By the flag, the variable or the file; the name may be one that is gone. */
function inUse({ context }: CommandCall): string {
  const named = [context.profile, context.env["HERMES_PROFILE"]?.trim(), stickyProfile(baseHomeOf(context))];
  return named.find((name) => name !== undefined && name !== null && name !== "") ?? baseItself;
}

function unknownIn(call: CommandCall, name: string): number | null {
  const known = namesIn(call);
  return known.includes(name) ? null : fail(call, say.unknown(name, nearest(name, known), known), 2);
}

function unusableName(call: CommandCall, name: string): number | null {
  if (!isProfileName(name)) return fail(call, say.badName(name), 2);
  return namesIn(call).includes(name) ? fail(call, say.exists(name), 1) : null;
}

async function untouchable(call: CommandCall, name: string): Promise<number | null> {
  if (name === baseItself) return fail(call, say.notDefault, 2);
  const { isStoreInUse } = await import("../../store/live-leases.ts");
  const path = profilePath(baseHomeOf(call.context), name);
  return isStoreInUse(storeOptions(path, call.context)) ? fail(call, say.inUse(name), 1) : null;
}

async function unconfirmed(call: CommandCall, name: string, path: string): Promise<number | null> {
  if (isGiven(call.flags, "yes")) return null;
  const { inIsTty, ask } = call.terminal;
  if (!inIsTty || ask === undefined) return fail(call, say.confirmDelete(name), 2);
  const answer = await ask(say.askDelete(name, path), call.context.signal);
  return /^y(?:es)?$/iu.test(answer.trim()) ? null : told(call, say.kept);
}

function remember(base: string, name: string): void {
  const file = join(base, "active_profile");
  if (name === baseItself) return rmSync(file, { force: true });
  ensurePrivateFolder(base);
  writeFileAtomic(file, `${name}\n`);
}

function attempt(call: CommandCall, work: () => void): number | null {
  try {
    work();
    return null;
  } catch (error) {
    return fail(call, say.failed(baseHomeOf(call.context), codeOf(error)), 1);
  }
}

function told({ terminal }: CommandCall, text: string): number {
  terminal.out(`${text}\n`);
  return 0;
}

function table({ name, path, active, model, keys, database_bytes: bytes }: ProfileFacts): string {
  const rows = {
    [say.rows.name]: name,
    [say.rows.path]: path,
    [say.rows.active]: active ? say.yes : say.no,
    [say.rows.model]: model ?? say.noModel,
    [say.rows.keys]: say.keys(keys),
    [say.rows.sessions]: say.bytes(bytes),
  };
  return Object.entries(rows)
    .map(([label, value]) => `${label.padEnd(10)}${value}`)
    .join("\n");
}

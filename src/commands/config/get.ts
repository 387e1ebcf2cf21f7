import { isCredentialName, mask } from "../../config/secret-shape.ts";
import { masked } from "../../config/shown.ts";
import { isMap, valueAt } from "../../config/tree.ts";
import { configPhrases as say } from "../../text/phrases/config.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import {
  exit,
  expectArguments,
  fail,
  type ReadConfig,
  segmentsOf,
  warn,
  warningsOf,
  withSettings,
} from "./open-config.ts";

/** One effective value: scalars plain, maps and lists as YAML, secrets masked unless a person asks at a terminal. */
export const get: CommandRun = async (call) => {
  const wrong = expectArguments(call, 1, "get <key> [--json] [--reveal]");
  if (wrong !== null) return wrong;
  const [key = ""] = call.positionals;
  const path = segmentsOf(key);
  if (path === null) return fail(call, say.emptySegment(key), exit.usage);
  if (call.flags["reveal"] === true && !call.terminal.outIsTty) return fail(call, say.revealNeedsTty, exit.usage);
  return withSettings(call, async (read) => {
    warn(call, warningsOf(read));
    const value = isCredentialName(key) ? credential(call, read, key) : setting(call, read, path);
    if (value === undefined || value === null || value === "") return fail(call, say.notSet(key));
    call.terminal.out(`${call.flags["json"] === true ? JSON.stringify(value, null, 2) : await plain(value)}\n`);
    return exit.ok;
  });
};

function setting(call: CommandCall, { loaded }: ReadConfig, path: readonly string[]): unknown {
  const value = valueAt(loaded.tree, path);
  return call.flags["reveal"] === true ? value : masked(value, path.join("."), loaded.sensitive);
}

function credential(call: CommandCall, { secrets }: ReadConfig, name: string): string | undefined {
  const secret = secrets.secret(name);
  if (secret === null) return undefined;
  return call.flags["reveal"] === true ? secret.reveal() : mask;
}

async function plain(value: unknown): Promise<string> {
  if (!isMap(value) && !Array.isArray(value)) return String(value);
  const { stringify } = await import("yaml");
  return stringify(value, { lineWidth: 0 }).trimEnd();
}

import type { CommandCall, CommandRun } from "../commands/command.ts";
import { promptSize, type MeasuredPrompt } from "../commands/prompt-size/prompt-size.ts";
import type { Settings } from "../config/schema/settings.ts";
import { readRunOptions } from "../commands/run-options.ts";
import { knownPlatforms } from "../prompt/layers/platform.ts";
import { resolveKeyless } from "../provider/resolve-runtime.ts";
import { prefixSize } from "../session/prefix-size.ts";
import { nearest } from "../text/nearest.ts";
import { promptSizePhrases as say } from "../text/phrases/prompt-size.ts";
import { runtimeInputs } from "./choose-runtime.ts";
import { exitCodes } from "./exit-codes.ts";
import { openSession } from "./open-session.ts";
import { openSettings, refused, type OpenSettings, type Refusal } from "./open-settings.ts";

/** A session is opened as for a run and closed again: what is measured is what would be sent. */
export function promptSizeRun(): CommandRun {
  return promptSize(measure);
}

async function measure(call: CommandCall, platform: string | null): Promise<MeasuredPrompt | Refusal> {
  const opened = await openSettings(call.context);
  if (opened.kind === "refused") return opened;
  const unknown = unknownPlatform(platform, opened);
  if (unknown !== null) return unknown;
  const read = readRunOptions({ flags: { ephemeral: true, source: platform ?? undefined }, positionals: [] });
  if (read.kind === "problem") return refused(read.message, exitCodes.usage);
  const opening = await openSession({ call, options: read.options, onlyLooks: true });
  if (opening.kind === "refused") return opening;
  const { session } = opening;
  const { model, provider } = session.info;
  const size = prefixSize(session.prefix, model);
  await session.close();
  return {
    kind: "measured",
    model,
    provider,
    platform: platform ?? "cli",
    size,
    notes: notesFor(opened),
  };
}

function unknownPlatform(platform: string | null, { settings }: OpenSettings): Refusal | null {
  const known = [...new Set([...knownPlatforms, ...Object.keys(settings.platform_hints)])];
  if (platform === null || known.includes(platform)) return null;
  return refused(say.unknownPlatform(platform, nearest(platform, known), known), exitCodes.usage);
}

const withoutOwnText = new Set(["", "sessions"]); // the second only speaks when asked something

function notesFor(opened: OpenSettings): readonly string[] {
  const { provider } = opened.settings.memory;
  const named = resolveKeyless(runtimeInputs(opened, { model: null, provider: null }));
  const isStandIn = named.kind === "problem" && named.problem.kind === "no-model";
  return [
    ...(isStandIn ? [say.noModel] : []),
    ...(withoutOwnText.has(provider) ? [] : [say.notAsked(provider)]),
    ...serverNotes(opened.settings),
  ];
}

function serverNotes({ mcp_servers: servers, tools }: Settings): readonly string[] {
  const started = Object.entries(servers).filter(([, server]) => server.enabled);
  const speaking = started.filter(([, { instructions }]) => instructions).map(([name]) => name);
  const { enabled, threshold_pct: percent } = tools.tool_search;
  if (started.length === 0) return [];
  return [
    say.serversNotAsked(started.length, enabled === "auto" ? percent : enabled ? 0 : null),
    ...(speaking.length === 0 ? [] : [say.instructionsNotAsked(speaking)]),
  ];
}

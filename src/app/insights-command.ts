import type { CommandCall, CommandRun } from "../commands/command.ts";
import type { PriceOf } from "../commands/insights/accounts.ts";
import { insightsRun, type InsightsWorld } from "../commands/insights/insights.ts";
import { resolveKeyless } from "../provider/resolve-runtime.ts";
import { runtimeInputs } from "./choose-runtime.ts";
import { openSettings, type OpenSettings } from "./open-settings.ts";

export function insightsCommandRun(): CommandRun {
  return insightsRun(worldOf);
}

async function worldOf({ context }: CommandCall): Promise<InsightsWorld> {
  const opened = await openSettings(context);
  if (opened.kind === "refused") return opened;
  const { timezone } = opened.settings;
  return { kind: "world", timezone: timezone === "" ? "system" : timezone, priceOf: pricesIn(opened) };
}

/** What the settings, a newer list or the shipped one say, as for a model that is about to be used. */
export function pricesIn(opened: OpenSettings): PriceOf {
  return (provider, model) => {
    const found = resolveKeyless(runtimeInputs(opened, { provider, model }));
    return found.kind === "ok" ? (found.value.prices ?? null) : null;
  };
}

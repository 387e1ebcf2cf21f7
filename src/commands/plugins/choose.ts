import type { PluginAdmin, PluginRow } from "../../domain/plugin-admin.ts";
import type { PluginChoices } from "../../domain/plugin-choices.ts";
import { pluginScreenPhrases as say } from "../../text/phrases/plugin-screen.ts";
import type { CommandCall } from "../command.ts";
import { fail } from "../fail.ts";
import { plainText } from "../plain-text.ts";

/** Puts the choices before a person. null: they left. */
export type PickPlugins = (choices: PluginChoices) => Promise<PluginChoices | null>;

type Parts = {
  readonly pick: PickPlugins;
  readonly askCapabilities: (admin: PluginAdmin, row: PluginRow, call: CommandCall) => Promise<void>;
};

/** The screen, what is stored after it, and the questions that plugins switched on bring with them. */
export async function choosePlugins(admin: PluginAdmin, call: CommandCall, parts: Parts): Promise<number> {
  const { terminal } = call;
  const before = await admin.choices();
  const wanted = await parts.pick(before);
  const end = wanted === null ? null : await admin.choose(wanted);
  if (end?.kind === "refused") return fail(call, end.message, 1);
  if (wanted === null || end === null || end.value.length === 0) {
    terminal.out(`${say.unchanged}\n`);
    return 0;
  }
  for (const line of end.value) terminal.out(`${plainText(line)}\n`);
  const { rows } = await admin.list();
  for (const id of switchedOn(before, wanted)) {
    const row = rows.find((each) => each.id === id);
    if (row !== undefined) await parts.askCapabilities(admin, row, call);
  }
  return 0;
}

function switchedOn(before: PluginChoices, wanted: PluginChoices): readonly string[] {
  const wasOn = new Set(before.general.filter(({ on }) => on).map(({ id }) => id));
  const general = wanted.general.filter(({ id, on }) => on && !wasOn.has(id)).map(({ id }) => id);
  const providers = wanted.providers.map(({ chosen }) => chosen);
  const earlier = new Set(before.providers.map(({ chosen }) => chosen));
  return [...general, ...providers.filter((name) => !earlier.has(name))];
}

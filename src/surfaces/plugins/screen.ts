import type { PluginChoices, ProviderKind } from "../../domain/plugin-choices.ts";

/** Everything the screen shows. The cursor stands on a row; headings are none. */
export type PluginScreen = {
  readonly choices: PluginChoices;
  readonly cursor: number;
  readonly state: "open" | "saved" | "left";
};

export type ScreenKey = "up" | "down" | "next-part" | "toggle" | "save" | "leave" | "other";

export type ScreenRow =
  | { readonly kind: "general"; readonly id: string }
  | { readonly kind: "provider"; readonly provider: ProviderKind; readonly name: string };

export function openScreen(choices: PluginChoices): PluginScreen {
  return { choices, cursor: 0, state: "open" };
}

export function rowsOf({ general, providers }: PluginChoices): readonly ScreenRow[] {
  return [
    ...general.map(({ id }): ScreenRow => ({ kind: "general", id })),
    ...providers.flatMap(({ kind, options }) =>
      options.map(({ name }): ScreenRow => ({ kind: "provider", provider: kind, name })),
    ),
  ];
}

/** What a key does. After saving or leaving no key does anything. */
export function onKey(screen: PluginScreen, key: ScreenKey): PluginScreen {
  if (screen.state !== "open") return screen;
  switch (key) {
    case "up":
      return moved(screen, -1);
    case "down":
      return moved(screen, 1);
    case "next-part":
      return { ...screen, cursor: nextPart(screen) };
    case "toggle":
      return { ...screen, choices: toggled(screen) };
    case "save":
      return { ...screen, state: "saved" };
    case "leave":
      return { ...screen, state: "left" };
    case "other":
      return screen;
  }
}

/** Around the corner at both ends. */
function moved(screen: PluginScreen, by: number): PluginScreen {
  const count = rowsOf(screen.choices).length;
  return count === 0 ? screen : { ...screen, cursor: (screen.cursor + by + count) % count };
}

function nextPart({ choices, cursor }: PluginScreen): number {
  const rows = rowsOf(choices);
  const here = partOf(rows[cursor]);
  const later = rows.findIndex((row, at) => at > cursor && partOf(row) !== here);
  return Math.max(0, later);
}

function partOf(row: ScreenRow | undefined): string {
  return row?.kind === "provider" ? row.provider : "general";
}

/** A general plugin goes on or off; of providers the one under the cursor takes the place of the other. */
function toggled({ choices, cursor }: PluginScreen): PluginChoices {
  const row = rowsOf(choices)[cursor];
  if (row === undefined) return choices;
  if (row.kind === "general") {
    return {
      ...choices,
      general: choices.general.map((each) => (each.id === row.id ? { ...each, on: !each.on } : each)),
    };
  }
  const providers = choices.providers.map((each) =>
    each.kind === row.provider ? { ...each, chosen: row.name } : each,
  );
  return { ...choices, providers };
}

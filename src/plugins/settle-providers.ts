import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import { type Consents, grantOf } from "./consents.ts";
import type { FoundPlugin } from "./manifest/discover.ts";
import type { ProviderRow } from "./manifest/provider-row.ts";

/** As it would stand under `providers.<id>` of the configuration. */
type PluggedProvider = Omit<ProviderRow, "id" | "key_env"> & { readonly key_env?: string };

export type SettledProviders = {
  readonly providers: Readonly<Record<string, PluggedProvider>>;
  readonly warnings: readonly string[];
};

type Surroundings = {
  readonly isBuiltIn: (id: string) => boolean;
  readonly consents: Consents;
  readonly isSet: (variable: string) => boolean;
};

/** The providers that plugins declare. A key goes to them only when a person agreed to that variable. */
export function settleProviders(plugins: readonly FoundPlugin[], around: Surroundings): SettledProviders {
  const providers: Record<string, PluggedProvider> = {};
  const owners = new Map<string, string>();
  const warnings: string[] = [];
  for (const plugin of plugins) {
    const { id, provides } = plugin.manifest;
    for (const row of provides.providers) {
      const refusal = refusalOf(row, id, owners, around);
      if (refusal !== null) {
        warnings.push(refusal);
        continue;
      }
      const { open, entry } = entryOf(row, plugin, around);
      if (open.length > 0) warnings.push(say.providerKeys(id, row.id, open));
      owners.set(row.id, id);
      providers[row.id] = entry;
    }
  }
  return { providers, warnings };
}

type Owners = ReadonlyMap<string, string>;

function refusalOf(row: ProviderRow, id: string, owners: Owners, { isBuiltIn }: Surroundings): string | null {
  if (isBuiltIn(row.id)) return say.providerBuiltIn(id, row.id);
  const first = owners.get(row.id);
  return first === undefined ? null : say.providerClaimed(id, row.id, first);
}

function entryOf(row: ProviderRow, plugin: FoundPlugin, { consents, isSet }: Surroundings) {
  const { id: _id, key_env: variables, ...rest } = row;
  const { granted } = grantOf(plugin, consents);
  const agreed = variables.filter((name) => granted.has(`secrets.read:${name}`));
  const holder = agreed.find(isSet) ?? agreed[0];
  const open = variables.filter((name) => !agreed.includes(name));
  return { open, entry: holder === undefined ? rest : { ...rest, key_env: holder } };
}

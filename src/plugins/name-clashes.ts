import type { Finding } from "../domain/plugin-admin.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import type { FoundPlugin } from "./manifest/discover.ts";
import type { Registration } from "./registration.ts";

type Kind = keyof typeof say.nameOf;
type Names = { readonly has: (name: string) => boolean };

/** Names that are built in. */
export type TakenNames = Readonly<Record<Exclude<Kind, "platforms">, Names>>;

type Claim = { readonly id: string; readonly name: string; readonly mayOverride: boolean };
type Claims = readonly (readonly [Kind, readonly Claim[]])[];

const noNames: ReadonlySet<string> = new Set();
const registered = ["tools", "commands", "cliCommands", "platforms"] as const;

/** Names that two plugins claim, or a plugin and the program. Providers count by their manifests alone. */
export function clashesOf(
  {
    registrations,
    loading,
  }: { readonly registrations: readonly Registration[]; readonly loading: readonly FoundPlugin[] },
  taken: TakenNames,
): readonly Finding[] {
  const claims: Claims = [
    ...registered.map((kind) => [kind, registrations.flatMap((each) => claimsOf(each, kind))] as const),
    ["providers", loading.flatMap(providersOf)],
  ];
  const builtIn: Readonly<Record<Kind, Names>> = { ...taken, platforms: noNames };
  return claims.flatMap(([kind, all]) =>
    all.flatMap((claim, at) => clash(claim, all.slice(0, at), { kind, builtIn: builtIn[kind] })),
  );
}

function claimsOf(registration: Registration, kind: (typeof registered)[number]): readonly Claim[] {
  const { plugin, granted } = registration;
  const mayOverride = kind === "tools" && granted.has("tools.override");
  return registration[kind].map(({ name }) => ({ id: plugin.manifest.id, name, mayOverride }));
}

function providersOf({ manifest }: FoundPlugin): readonly Claim[] {
  return manifest.provides.providers.map(({ id }) => ({ id: manifest.id, name: id, mayOverride: false }));
}

type Ground = { readonly kind: Kind; readonly builtIn: Names };

function clash(
  { id, name, mayOverride }: Claim,
  earlier: readonly Claim[],
  { kind, builtIn }: Ground,
): readonly Finding[] {
  const what = say.nameOf[kind](name);
  const first = earlier.find((other) => other.name === name);
  if (builtIn.has(name) && !mayOverride) return [{ level: "problem", about: id, text: say.nameBuiltIn(what) }];
  return first === undefined ? [] : [{ level: "problem", about: id, text: say.nameClaimed(what, first.id) }];
}

import type { Finding } from "../domain/plugin-admin.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import type { Registration } from "./registration.ts";

/** Names that are built in. */
export type TakenNames = Readonly<Record<"tools" | "commands" | "cliCommands", ReadonlySet<string>>>;

type Kind = keyof TakenNames;
type Claim = { readonly id: string; readonly name: string; readonly mayOverride: boolean };

const kinds: readonly Kind[] = ["tools", "commands", "cliCommands"];

/** Names that two plugins claim, or a plugin and the program. */
export function clashesOf(registrations: readonly Registration[], taken: TakenNames): readonly Finding[] {
  return kinds.flatMap((kind) => {
    const claims = registrations.flatMap((registration) => claimsOf(registration, kind));
    return claims.flatMap((claim, at) => clash(claim, claims.slice(0, at), { kind, builtIn: taken[kind] }));
  });
}

function claimsOf(registration: Registration, kind: Kind): readonly Claim[] {
  const { plugin, granted } = registration;
  const mayOverride = kind === "tools" && granted.has("tools.override");
  return registration[kind].map(({ name }) => ({ id: plugin.manifest.id, name, mayOverride }));
}

type Ground = { readonly kind: Kind; readonly builtIn: ReadonlySet<string> };

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

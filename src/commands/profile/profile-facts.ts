import { statSync } from "node:fs";
import { join } from "node:path";
import { openSecrets } from "../../config/secrets.ts";
import { readConfig } from "../../config/read-config.ts";
import { modernise } from "../../config/legacy.ts";
import { valueAt } from "../../config/tree.ts";

export type ProfileFacts = {
  readonly name: string;
  readonly path: string;
  readonly active: boolean;
  /** As written in config.yaml. */
  readonly model: string | null;
  /** Names in .env, never values. */
  readonly keys: readonly string[];
  readonly database_bytes: number | null;
};

/** Looks only; a profile with a broken file is shown with what can be read. */
export async function aboutProfile(name: string, path: string, active: boolean): Promise<ProfileFacts> {
  const read = await readConfig(join(path, "config.yaml"));
  const model = read.kind === "read" ? valueAt(modernise(read.tree), ["model", "default"]) : null;
  const secrets = openSecrets({ base: path, path, profile: name }, {});
  return {
    name,
    path,
    active,
    model: typeof model === "string" && model !== "" ? model : null,
    keys: secrets.kind === "opened" ? secrets.names : [],
    database_bytes: statSync(join(path, "hermes.db"), { throwIfNoEntry: false })?.size ?? null,
  };
}

import { isRecord } from "../../text/is-record.ts";
import { z } from "zod";
import { pluginsPhrases as say } from "../../text/phrases/plugins.ts";
import { reasonOf } from "../foreign.ts";
import type { Manifest } from "./manifest.ts";

export type CheckedConfig =
  | { readonly kind: "config"; readonly config: Readonly<Record<string, unknown>> }
  | { readonly kind: "problem"; readonly problem: string };

/** `plugins.entries.<id>` as the manifest wants it, its defaults filled in. */
export function checkConfig({ id, configSchema }: Manifest, entry: unknown): CheckedConfig {
  const given = isRecord(entry) ? entry : {};
  if (configSchema === undefined) return { kind: "config", config: given };
  try {
    const read = z.fromJSONSchema(configSchema).safeParse(given);
    if (!read.success) return { kind: "problem", problem: say.badConfig(id, mistakes(read.error)) };
    return { kind: "config", config: isRecord(read.data) ? read.data : given };
  } catch (error) {
    return { kind: "problem", problem: say.badConfigSchema(reasonOf(error)) };
  }
}

function mistakes({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join(".") || "it"}: ${message}`).join("; ");
}

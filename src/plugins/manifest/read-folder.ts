import { isRecord } from "../../text/is-record.ts";
import { readBounded } from "../../disk/bounded-read.ts";
import { join } from "node:path";
import { z } from "zod";
import { pluginsPhrases as say } from "../../text/phrases/plugins.ts";
import { parseManifest, type ManifestReading } from "./manifest.ts";

const longest = 262_144; // bytes
const yamlNames = ["plugin.yaml", "plugin.yml"];
const PackageSchema = z.looseObject({ hermes: z.unknown().optional(), version: z.string().optional() });

/** What a folder says about itself, without running anything in it; null: it is no plugin. */
export async function readPluginFolder(folder: string): Promise<ManifestReading | null> {
  try {
    return (await fromPackage(folder)) ?? (await fromYaml(folder));
  } catch (error) {
    return { kind: "problem", problem: say.unreadable(error instanceof Error ? error.message : String(error)) };
  }
}

/** The version is the package's, unless the manifest has one of its own. */
async function fromPackage(folder: string): Promise<ManifestReading | null> {
  const text = readText(join(folder, "package.json"));
  if (text === null) return null;
  const described = PackageSchema.safeParse(JSON.parse(text));
  if (!described.success || described.data.hermes === undefined) return null;
  const { hermes, version } = described.data;
  return parseManifest(isRecord(hermes) ? { ...(version === undefined ? {} : { version }), ...hermes } : hermes);
}

async function fromYaml(folder: string): Promise<ManifestReading | null> {
  const text = yamlNames.map((name) => readText(join(folder, name))).find((found) => found !== null);
  if (text === undefined) return null;
  const { parse } = await import("yaml");
  const raw: unknown = parse(text, { maxAliasCount: 20, logLevel: "error" });
  return parseManifest(raw);
}

function readText(path: string): string | null {
  const read = readBounded(path, longest);
  switch (read.kind) {
    case "read":
      return new TextDecoder("utf-8", { fatal: true }).decode(read.bytes);
    case "missing":
      return null;
    case "too-long":
      throw new Error(say.tooLong(longest));
    case "not-a-file":
      throw new Error(say.notAFile);
  }
}

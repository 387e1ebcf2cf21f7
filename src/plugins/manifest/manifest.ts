import { z } from "zod";
import { pluginsPhrases as say } from "../../text/phrases/plugins.ts";
import { inRange, pluginApiVersion } from "./api-range.ts";
import { ProviderRowSchema } from "./provider-row.ts";

const kinds = ["general", "platform", "memory", "context-engine", "provider", "web"] as const;
const capability =
  /^(?:tools\.override|llm\.call|gateway\.dispatch|prompt\.section|session\.inject|mcp\.call|secrets\.read:[A-Za-z_]\w*)$/;
const words = () => z.array(z.string()).default([]);

/** The same form for every kind of plugin: `hermes` in package.json, or plugin.yaml. Unknown keys are for the future. */
const ManifestSchema = z.object({
  id: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, "use lower-case letters, digits, - and _, at most 64"),
  version: z.string().min(1).default("0.0.0"),
  description: z.string().default(""),
  apiVersion: z.string().default("^1"),
  entry: z.string().min(1),
  kind: z.enum(kinds).default("general"),
  capabilities: z.array(z.string().regex(capability, "is no capability")).default([]),
  requires_env: words(),
  /** Commands of the program itself, and providers of models, are found by these lists alone; nothing is run for them. */
  provides: z
    .object({
      tools: words(),
      hooks: words(),
      commands: words(),
      cli_commands: words(),
      platforms: words(),
      providers: z.array(ProviderRowSchema).default([]),
    })
    .prefault({}),
  configSchema: z.record(z.string(), z.unknown()).optional(),
});

export type Manifest = z.output<typeof ManifestSchema>;

export type ManifestReading =
  | { readonly kind: "manifest"; readonly manifest: Manifest }
  | { readonly kind: "problem"; readonly problem: string };

/** Names of the engines that are built in; no plugin may answer for them. */
export const reservedEngines: readonly string[] = ["compressor", "lcm"];

export function parseManifest(raw: unknown): ManifestReading {
  const parsed = ManifestSchema.safeParse(raw);
  if (!parsed.success) return problem(mistakesIn(parsed.error));
  const { id, kind, apiVersion } = parsed.data;
  if (kind === "context-engine" && reservedEngines.includes(id)) return problem(say.reservedEngine(id));
  const fits = inRange(pluginApiVersion, apiVersion);
  if (fits === null) return problem(say.badRange(apiVersion));
  return fits ? { kind: "manifest", manifest: parsed.data } : problem(say.otherApi(apiVersion, pluginApiVersion));
}

/** All mistakes in one line. */
function mistakesIn({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join(".") || "manifest"}: ${message}`).join("; ");
}

function problem(text: string): ManifestReading {
  return { kind: "problem", problem: text };
}

import { join } from "node:path";
import { z } from "zod";
import { readBounded } from "../../../disk/bounded-read.ts";
import { Secret } from "../../../domain/secret.ts";

const cadence = z.int().min(1);

const ConfigSchema = z.object({
  apiKey: z.string().optional(),
  baseUrl: z.url().optional(),
  workspace: z.string().default("hermes"),
  peerName: z.string().default("user"),
  aiPeer: z.string().default("hermes"),
  enabled: z.boolean().default(true),
  recallMode: z.enum(["hybrid", "context", "tools"]).default("hybrid"),
  sessionStrategy: z.enum(["per-directory", "per-repo", "per-session", "global"]).default("per-directory"),
  pinPeerName: z.boolean().default(false),
  userPeerAliases: z.record(z.string(), z.string()).default({}),
  runtimePeerPrefix: z.string().default(""),
  contextTokens: z.int().positive().default(1_200),
  contextCadence: cadence.default(1),
  dialecticCadence: cadence.default(2),
  dialecticDepth: z.int().min(1).max(3).default(1),
  dialecticMaxChars: z.int().positive().default(600),
  saveMessages: z.boolean().default(true),
  writeFrequency: z.union([z.enum(["async", "turn", "session"]), z.int().positive()]).default("async"),
  timeoutMs: z.int().positive().default(8_000),
});

export type HonchoSettings = Readonly<Omit<z.infer<typeof ConfigSchema>, "apiKey">> & {
  readonly apiKey: Secret | null;
};

export type HonchoConfig =
  | { readonly kind: "settings"; readonly settings: HonchoSettings }
  | { readonly kind: "unusable"; readonly reason: string };

export type ConfigPlaces = {
  readonly home: string;
  readonly userHome: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

const longestBytes = 100_000;

/** The profile's own file, else the one all programs of this person share, else the environment alone. */
export function readHonchoConfig({ home, userHome, env }: ConfigPlaces): HonchoConfig {
  for (const path of [join(home, "honcho.json"), join(userHome, ".honcho", "config.json")]) {
    const found = readJson(path);
    if (found.kind === "missing") continue;
    return found.kind === "value"
      ? checked(found.value, path, env)
      : { kind: "unusable", reason: `${path} ${found.why}` };
  }
  return checked({}, "the environment", env);
}

function checked(value: unknown, source: string, env: ConfigPlaces["env"]): HonchoConfig {
  const read = ConfigSchema.safeParse(ownPart(value));
  if (!read.success) {
    const fields = read.error.issues.map((issue) => issue.path.join(".") || "the file").join(", ");
    return { kind: "unusable", reason: `${source}: not valid: ${fields}` };
  }
  const { apiKey = env["HONCHO_API_KEY"] ?? "", ...rest } = read.data;
  if (!rest.enabled) return { kind: "unusable", reason: `${source}: enabled is false` };
  if (apiKey === "" && rest.baseUrl === undefined) {
    return { kind: "unusable", reason: "HONCHO_API_KEY is not set, and no baseUrl is configured" };
  }
  return { kind: "settings", settings: { ...rest, apiKey: apiKey === "" ? null : new Secret(apiKey) } };
}

/** Shared files hold a part for each program, which beats what stands at the top. */
function ownPart(value: unknown): unknown {
  const shared = z
    .looseObject({ hosts: z.looseObject({ hermes: z.looseObject({}).optional() }).optional() })
    .safeParse(value);
  return shared.success ? { ...shared.data, ...shared.data.hosts?.hermes } : value;
}

type Json =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "missing" }
  | { readonly kind: "bad"; readonly why: string };

function readJson(path: string): Json {
  try {
    const file = readBounded(path, longestBytes);
    if (file.kind === "missing") return { kind: "missing" };
    if (file.kind !== "read") return { kind: "bad", why: "is not a readable file" };
    return { kind: "value", value: JSON.parse(file.bytes.toString("utf8")) };
  } catch (error) {
    return { kind: "bad", why: error instanceof SyntaxError ? "is not JSON" : "cannot be read" };
  }
}

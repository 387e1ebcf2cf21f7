import { readBounded } from "../disk/bounded-read.ts";
import { Secret } from "../domain/secret.ts";
import { configPhrases as say } from "../text/phrases/config.ts";
import { type EnvFile, parseEnv } from "./env-file.ts";
import { codeOf } from "./error-code.ts";
import { envPath, type Home } from "./home.ts";
import type { Variables } from "./substitute.ts";

export type Secrets = {
  /** The credential a variable holds, or null where it is unset or empty. */
  readonly secret: (name: string) => Secret | null;
  /** The same lookup in the clear, for settings and substitution. Never log what it returns. */
  readonly variable: Variables;
  /** Names that HOME/.env sets. */
  readonly names: readonly string[];
  readonly warnings: readonly string[];
};

export type SecretsResult =
  | ({ readonly kind: "opened" } & Secrets)
  | { readonly kind: "problem"; readonly message: string };

type Environment = Readonly<Record<string, string | undefined>>;
const envLimit = 1_048_576;

/** Order of the lookup: `--env-file`, HOME/.env, the process's environment. Only a named env file must exist. */
export function openSecrets(home: Home, env: Environment, envFile: string | null = null): SecretsResult {
  const own = readEnvFile(envPath(home));
  const extra = envFile === null ? null : readEnvFile(envFile);
  if (envFile !== null && extra?.kind === "missing") return { kind: "problem", message: say.envFileMissing(envFile) };
  if (extra?.kind === "unusable") return { kind: "problem", message: extra.message };
  const files = [extra, own].flatMap((read) => (read?.kind === "file" ? [read.file.values] : []));
  const variable: Variables = (name) => files.find((values) => values.has(name))?.get(name) ?? env[name];
  return {
    kind: "opened",
    variable,
    secret: (name) => {
      const value = variable(name)?.trim() ?? "";
      return value === "" ? null : new Secret(value);
    },
    names: own.kind === "file" ? [...own.file.values.keys()] : [],
    warnings: [own, extra].flatMap((read) => (read === null ? [] : warningsOf(read))),
  };
}

type EnvRead =
  | { readonly kind: "file"; readonly path: string; readonly file: EnvFile }
  | { readonly kind: "missing" }
  | { readonly kind: "unusable"; readonly message: string };

function readEnvFile(path: string): EnvRead {
  const unusable = (reason: string): EnvRead => ({ kind: "unusable", message: say.envFileUnreadable(path, reason) });
  try {
    const read = readBounded(path, envLimit);
    switch (read.kind) {
      case "read":
        return { kind: "file", path, file: parseEnv(read.bytes.toString("utf8")) };
      case "missing":
        return { kind: "missing" };
      case "not-a-file":
        return unusable(say.notAFile);
      case "too-long":
        return unusable(say.tooLong(envLimit));
    }
  } catch (error) {
    return unusable(say.unreadable(codeOf(error)));
  }
}

function warningsOf(read: EnvRead): readonly string[] {
  if (read.kind === "unusable") return [read.message];
  if (read.kind === "missing") return [];
  const { path, file } = read;
  const skipped = file.skipped.length === 0 ? [] : [say.envLinesSkipped(path, file.skipped)];
  return [...skipped, ...file.cleaned.map(say.credentialCleaned)];
}

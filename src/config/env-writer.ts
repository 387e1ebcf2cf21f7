import { readBounded } from "../disk/bounded-read.ts";
import { writeFileAtomic } from "../disk/atomic-write.ts";
import { configPhrases as say } from "../text/phrases/config.ts";
import { cleanCredential, nameIn } from "./env-file.ts";
import { codeOf } from "./error-code.ts";
import { isCredentialName } from "./secret-shape.ts";

export type EnvWrite =
  | { readonly kind: "written"; readonly warning: string | null }
  | { readonly kind: "refused"; readonly reason: string };

const envLimit = 1_048_576;
const steering = new Set([
  "PATH",
  "SHELL",
  "EDITOR",
  "VISUAL",
  "PAGER",
  "BROWSER",
  "NODE_OPTIONS",
  "NODE_PATH",
  "PYTHONPATH",
  "PYTHONHOME",
  "PYTHONSTARTUP",
  "GIT_SSH_COMMAND",
  "GIT_EXEC_PATH",
  "HERMES_HOME",
  "HERMES_PROFILE",
]);

/** Names that would steer child processes, or where this program looks for its own files. */
export function isSteeringName(name: string): boolean {
  const upper = name.toUpperCase();
  return steering.has(upper) || upper.startsWith("LD_") || upper.startsWith("DYLD_");
}

/** Puts one variable into a `.env` file and leaves every other line as it was. */
export function writeEnv(path: string, name: string, value: string): EnvWrite {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return refused(say.envNameInvalid(name));
  if (isSteeringName(name)) return refused(say.envNameRefused(name));
  const line = value.replace(/[\r\n\0]/g, "");
  const stored = isCredentialName(name) ? cleanCredential(line) : line;
  if (stored === "") return refused(say.envValueEmpty(name));
  return rewrite(
    path,
    (lines) => replaceLine(lines, name, stored),
    stored === line ? null : say.credentialCleaned(name),
  );
}

/** Takes a variable out again; `absent` when no line sets it. */
export function removeEnv(path: string, name: string): EnvWrite | { readonly kind: "absent" } {
  const held = { any: false };
  const result = rewrite(
    path,
    (lines) => {
      const rest = lines.filter((line) => nameIn(withoutMark(line)) !== name);
      held.any = rest.length < lines.length;
      return held.any ? rest : null;
    },
    null,
  );
  return result.kind === "written" && !held.any ? { kind: "absent" } : result;
}

type Change = (lines: readonly string[]) => readonly string[] | null;

/** Lines travel as latin1, one character per byte, so that lines in any encoding come out as they went in. */
function rewrite(path: string, change: Change, warning: string | null): EnvWrite {
  try {
    const read = readBounded(path, envLimit);
    if (read.kind === "too-long") return refused(say.cannotWrite(path, say.tooLong(envLimit)));
    if (read.kind === "not-a-file") return refused(say.cannotWrite(path, say.notAFile));
    const text = read.kind === "read" ? read.bytes.toString("latin1") : "";
    const changed = change(text === "" ? [] : text.replace(/\r?\n$/, "").split(/\r?\n/));
    const newline = text.includes("\r\n") ? "\r\n" : "\n";
    const whole = changed?.map((line) => line + newline).join("");
    if (whole !== undefined) writeFileAtomic(path, Buffer.from(whole, "latin1"));
    return { kind: "written", warning };
  } catch (error) {
    return refused(say.cannotWrite(path, codeOf(error)));
  }
}

/** The first line that sets the name gets the value, later ones go: the last would win over it. */
function replaceLine(lines: readonly string[], name: string, value: string): readonly string[] {
  const at = lines.findIndex((line) => nameIn(withoutMark(line)) === name);
  const written = Buffer.from(`${name}=${quoted(value)}`, "utf8").toString("latin1");
  if (at < 0) return [...lines, written];
  const exported = /^\s*export\s/.test(withoutMark(lines[at] ?? "")) ? "export " : "";
  return lines.flatMap((line, index) => {
    if (index === at) return [`${exported}${written}`];
    return nameIn(line) === name ? [] : [line];
  });
}

function withoutMark(line: string): string {
  return line.replace(/^\xEF\xBB\xBF/, "");
}

function quoted(value: string): string {
  return /^[A-Za-z0-9_.:/+=@%,~-]+$/.test(value) ? value : `"${value.replace(/[\\"]/g, "\\$&")}"`;
}

function refused(reason: string): EnvWrite {
  return { kind: "refused", reason };
}

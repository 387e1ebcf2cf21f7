import { spawn } from "node:child_process";
import { referencePhrases as say } from "../../text/phrases/references.ts";
import { type Attachment, fenced } from "./attachment.ts";

const largestBytes = 5_000_000;
/** Whatever a repository is set up to run by itself stays off. */
const quiet = ["--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "color.ui=false"];

export type GitPlace = { readonly cwd: string; readonly env: Readonly<Record<string, string>> };

/** What git has to say. The signal ends it, for whatever reason. */
export async function attachGit(
  token: string,
  [command = "", ...rest]: readonly string[],
  { cwd, env }: GitPlace,
  signal: AbortSignal,
): Promise<Attachment> {
  const child = spawn("git", [...quiet, command, "--no-ext-diff", "--no-textconv", ...rest], {
    cwd,
    env: { ...env, GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
    signal,
  });
  const [out, err] = [gather(child.stdout), gather(child.stderr)];
  const ended = await new Promise<number | Error | null>((resolve) => {
    child.once("error", resolve);
    child.once("close", resolve);
  });
  if (signal.aborted) return { kind: "warning", text: say.gitTooSlow(token) };
  if (ended instanceof Error) return { kind: "warning", text: say.noGit(token) };
  if (ended !== 0) return { kind: "warning", text: say.gitFailed(token, firstLine(err.text())) };
  if (out.isCut()) return { kind: "warning", text: say.tooLarge(token, largestBytes) };
  return { kind: "block", text: `${token}\n${fenced(out.text() || "(no output)", "diff")}` };
}

function gather(stream: NodeJS.ReadableStream) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  stream.on("data", (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= largestBytes) chunks.push(chunk);
  });
  return { text: () => Buffer.concat(chunks).toString("utf8"), isCut: () => bytes > largestBytes };
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}

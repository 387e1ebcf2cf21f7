import type { Terminal } from "../../domain/terminal.ts";
import { oncePhrases } from "../../text/phrases/once.ts";
import { megabyte, readNamedFile, type Refusal, refused } from "./named-file.ts";

export type PromptSource = {
  readonly prompt: string | null;
  /** `-` is stdin. */
  readonly queryFile: string | null;
};

export type Prompt = { readonly kind: "prompt"; readonly text: string; readonly warnings: readonly string[] } | Refusal;

type Clean = { readonly kind: "prompt"; readonly text: string; readonly warnings: readonly string[] };

const mostMegabytes = 10;
const nothing: Clean = { kind: "prompt", text: "", warnings: [] };

/** The argument, else the query file, else stdin; an argument and piped stdin together make one message. */
export async function readPrompt(
  source: PromptSource,
  terminal: Terminal,
  cwd: string,
  signal: AbortSignal,
): Promise<Prompt> {
  const prompt = await gather(source, terminal, cwd, signal);
  if (prompt.kind === "prompt" && prompt.text.trim() === "") return refused(oncePhrases.emptyPrompt);
  return prompt;
}

async function gather(source: PromptSource, terminal: Terminal, cwd: string, signal: AbortSignal): Promise<Prompt> {
  const { prompt, queryFile } = source;
  if (prompt === null && queryFile !== null && queryFile !== "-") return fromFile(queryFile, cwd);
  const piped = await fromStdin(terminal, signal);
  if (piped.kind === "refused" || prompt === null) return piped;
  const ignored = queryFile === null || queryFile === "-" ? [] : [oncePhrases.promptWins];
  return { kind: "prompt", text: withBlock(prompt, piped.text), warnings: [...piped.warnings, ...ignored] };
}

/** How what was piped in begins, behind what was typed. */
export const pipedBlock = "\n\n<stdin>\n";

function withBlock(prompt: string, piped: string): string {
  if (prompt.trim() === "" || piped.trim() === "") return prompt.trim() === "" ? piped : prompt;
  return `${prompt}${pipedBlock}${piped.replace(/\n$/, "")}\n</stdin>`;
}

function fromFile(path: string, cwd: string): Prompt {
  const file = readNamedFile("--query-file", path, cwd, mostMegabytes);
  return file.kind === "refused" ? file : decode(file.bytes);
}

async function fromStdin(terminal: Terminal, signal: AbortSignal): Promise<Prompt> {
  if (terminal.inIsTty) return nothing; // a person at the keyboard would wait for us, and we for them
  const bytes = await terminal.readInput(mostMegabytes * megabyte, signal);
  return bytes === null ? refused(oncePhrases.stdinTooLong(mostMegabytes)) : decode(bytes);
}

/** Bytes that are no text, NUL among them, become U+FFFD, with one warning however many they are. */
function decode(bytes: Uint8Array): Clean {
  const text = new TextDecoder("utf-8").decode(bytes).replaceAll("\0", "\uFFFD");
  const damaged = text.includes("\uFFFD") && !isCleanUtf8(bytes);
  return { kind: "prompt", text, warnings: damaged ? [oncePhrases.invalidUtf8] : [] };
}

/** U+FFFD may also have been typed. */
function isCleanUtf8(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder("utf-8", { fatal: true }).decode(bytes).includes("\0");
  } catch {
    return false;
  }
}

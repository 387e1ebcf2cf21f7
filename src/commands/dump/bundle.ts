import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { ensurePrivateFolder } from "../../disk/folders.ts";
import { writeFileAtomic } from "../../disk/atomic-write.ts";
import { dumpPhrases as say } from "../../text/phrases/dump.ts";
import { headerBlocks, padded } from "../backup/tar-header.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { differences } from "../config/show.ts";
import { fail } from "../fail.ts";
import type { Mask } from "../mask.ts";
import { plainText } from "../plain-text.ts";
import { statusText } from "../status/status.ts";
import { type Findings, type Part, systemLines } from "./findings.ts";
import { logTail } from "./log-tail.ts";
import { sessionPart } from "./session-part.ts";

const mostLogLines = 300;

/** A support bundle on this machine: nothing is sent anywhere, and what is in it is said. */
export async function bundle(findings: Findings, doctor: CommandRun, mask: Mask): Promise<number> {
  const { call, report } = findings;
  const session = await sessionPart(call, mask);
  if ("code" in session) return session.code;
  const parts = [...(await machineParts(findings, doctor, mask)), ...session.parts];
  const folder = join(report.home, "cache", "support");
  const path = join(folder, `hermes-support-${stamp(call)}.tar.gz`);
  try {
    ensurePrivateFolder(folder);
    writeFileAtomic(path, packed([contents(parts), ...parts], call, mask));
  } catch (error) {
    return fail(call, say.notWritten(path, error instanceof Error ? error.message : String(error)), 1);
  }
  call.terminal.out(`${say.written(path)}\n${listed(parts)}\n${say.notSent}\n`);
  return 0;
}

async function machineParts({ call, report, read }: Findings, doctor: CommandRun, mask: Mask): Promise<Part[]> {
  const log = (name: string): string => lines(logTail(join(report.home, "logs", name), mostLogLines, mask));
  return [
    { name: "system.txt", about: say.aboutSystem, text: lines(systemLines(call)) },
    { name: "status.txt", about: say.aboutStatus, text: statusText(report) },
    { name: "config.txt", about: say.aboutConfig, text: lines(differences(read)) },
    { name: "doctor.txt", about: say.aboutDoctor, text: await printed(doctor, call) },
    { name: "agent.log", about: say.aboutLog(mostLogLines), text: log("agent.log") },
    { name: "errors.log", about: say.aboutErrors(mostLogLines), text: log("errors.log") },
  ];
}

async function printed(run: CommandRun, call: CommandCall): Promise<string> {
  const written: string[] = [];
  const write = (text: string): void => void written.push(text);
  const terminal = { ...call.terminal, out: write, err: write, outIsTty: false, inIsTty: false, color: false };
  await run({ ...call, positionals: [], flags: {}, terminal });
  return written.join("");
}

function contents(parts: readonly Part[]): Part {
  return { name: "README.md", about: "", text: lines([say.bundleTitle, "", say.notice, "", listed(parts)]) };
}

function listed(parts: readonly Part[]): string {
  const width = Math.max(...parts.map(({ name }) => name.length)) + 2;
  return parts.map(({ name, about }) => `  ${name.padEnd(width)}${about}`).join("\n");
}

/** Masked once more as a whole, whatever was masked before. */
function packed(parts: readonly Part[], { context }: CommandCall, mask: Mask): Buffer {
  const mtimeSeconds = context.clock.now() / 1_000;
  const members = parts.map(({ name, text }) => {
    const content = Buffer.from(mask(plainText(text)), "utf8");
    const path = `hermes-support/${name}`;
    const header = headerBlocks({ path, kind: "file", mode: 0o600, size: content.length, mtimeSeconds });
    return Buffer.concat([header, padded(content)]);
  });
  return gzipSync(Buffer.concat([...members, Buffer.alloc(1_024)]));
}

function lines(texts: readonly string[]): string {
  return `${texts.join("\n")}\n`;
}

function stamp({ context }: CommandCall): string {
  const [day = "", time = ""] = new Date(context.clock.now()).toISOString().split("T");
  return `${day.replaceAll("-", "")}-${time.slice(0, 12).replaceAll(/[:.]/g, "")}`;
}

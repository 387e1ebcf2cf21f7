import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommandCall, CommandRun } from "../commands/command.ts";
import { readRunOptions, type RunOptions } from "../commands/run-options.ts";
import type { AgentEvent } from "../domain/event.ts";
import type { HttpTransport } from "../domain/http.ts";
import { demoPhrases as say } from "../text/phrases/demo.ts";
import { cliPhrases } from "../text/phrases/cli.ts";
import { exitCodes } from "./exit-codes.ts";
import { openSession } from "./open-session.ts";
import { openHomeStore } from "../commands/home-store.ts";
import { run } from "./run-command.ts";

/** With a prompt: a run on the offline model. Without: a fixed show in a scratch folder that leaves nothing behind. */
export function demonstration(process: NodeJS.Process): CommandRun {
  return async (call) => {
    const read = readRunOptions(call);
    if (read.kind !== "options") {
      call.terminal.err(cliPhrases.error(read.message));
      return exitCodes.usage;
    }
    const options: RunOptions = { ...read.options, provider: "demo" };
    const isShow = options.prompt === null && options.queryFile === null; // stdin is not waited for
    return isShow ? show(call, options) : run(call, options, process);
  };
}

const notes = "Hermes carries messages.\nThe prompt prefix keeps its bytes.\nEvery turn ends with a reason.\n";

async function show(call: CommandCall, options: RunOptions): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), "hermes-demo-"));
  try {
    writeFileSync(join(folder, "notes.txt"), notes);
    const home = join(folder, "home");
    const context = { ...call.context, cwd: folder, profile: null, env: { ...call.context.env, HERMES_HOME: home } };
    return await perform({ ...call, context }, { ...options, prompt: say.question });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function perform(call: CommandCall, options: RunOptions): Promise<number> {
  const { terminal, context } = call;
  const sent: number[] = [];
  const record =
    (transport: HttpTransport): HttpTransport =>
    (request, signal) => {
      sent.push(Buffer.byteLength(request.body));
      return transport(request, signal);
    };
  const opening = await openSession({ call, options, wrapTransport: record });
  if (opening.kind === "refused") {
    terminal.err(cliPhrases.error(opening.message));
    return opening.exitCode;
  }
  const { session } = opening;
  terminal.out(`${say.title}\n\n> ${say.question}\n`);
  const turn = session.send({ content: say.question });
  for await (const event of turn.events) terminal.out(lineOf(event));
  const result = await turn.result;
  await session.close();
  terminal.out(`\n${result.final_response ?? ""}\n\n`);
  terminal.out(`${say.sent(sent)}\n${say.cached(result.cache_read_tokens, result.prompt_tokens)}\n`);
  terminal.out(`${await storedLine(call, result.session_id, result.exit_reason)}\n`);
  terminal.out(
    `${say.wrote("summary.txt", readFileSync(join(context.cwd, "summary.txt"), "utf8").trim())}\n\n${say.next}\n`,
  );
  return result.completed ? exitCodes.ok : exitCodes.failed;
}

function lineOf(event: AgentEvent): string {
  if (event.type === "tool.started") return say.toolStarted(event.call.function.name, event.preview);
  if (event.type === "tool.finished") return say.toolFinished(event.ok, Math.round(event.durationMs));
  return "";
}

/** Read back from the database, not from memory: that is the point of showing it. */
async function storedLine(call: CommandCall, sessionId: string, exitReason: string): Promise<string> {
  const opening = await openHomeStore(call.context.env["HERMES_HOME"] ?? "", call.context);
  if (opening.kind === "refused") return opening.message;
  using store = opening.store;
  const roles = store.sessions.history(sessionId).map((message) => message.role);
  return say.stored(sessionId, roles, exitReason);
}

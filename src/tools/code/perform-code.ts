import { fail, ok, type ToolOutcome } from "../../domain/outcome.ts";
import type { ProgramSupport, ToolContext } from "../../domain/tool.ts";
import { stopWords } from "../../domain/interruption.ts";
import { wrapUntrusted } from "../../safety/injection/untrusted.ts";
import { codeEnvironment } from "./code-environment.ts";
import type { CodeDeps } from "./execute-code.ts";
import { exposedOf } from "./exposed-tools.ts";
import type { Interpreter } from "./interpreter.ts";
import { countProgramCalls, type ProgramCalls } from "./program-calls.ts";
import { createProgramFolder, type Language, type ProgramFolder } from "./program-folder.ts";
import { serveTools } from "./rpc-server.ts";
import { runProgram, type ProgramEnd } from "./run-program.ts";

type Asked = { readonly code: string; readonly language: Language | undefined };
type Around = ToolContext & { readonly program: ProgramSupport };

/** One program: approved, given its tools, run, and told to the model. */
export async function performCode(asked: Asked, deps: CodeDeps, context: ToolContext): Promise<ToolOutcome> {
  const { program } = context;
  if (program === undefined) return fail("execute_code must be handled by the agent loop.");
  const verdict = await context.approve({ tool: "execute_code", kind: "code", action: asked.code });
  if (verdict.decision === "deny") return { kind: "error", message: verdict.reason, effect: "none" };
  const below = await deps.backend.exchangeFolder?.();
  if (below === undefined) return nothingDone(`Programs cannot reach tools from the ${deps.backend.name} backend.`);
  const interpreter = await interpreterFor(asked, deps, context);
  if (interpreter === null) return nothingDone("No Python 3.8 or newer was found. Write the program in JavaScript.");
  await context.beforeChange();
  return run(asked.code, { below, interpreter }, deps, { ...context, program });
}

function nothingDone(message: string): ToolOutcome {
  return { kind: "error", message, effect: "none" };
}

function interpreterFor({ language }: Asked, deps: CodeDeps, { cwd }: ToolContext): Promise<Interpreter | null> {
  const { settings, shell, interpreters, roots } = deps;
  return interpreters.find({
    wanted: language ?? settings.language,
    strict: settings.strict,
    shell: shell(),
    projects: [cwd, ...roots],
  });
}

type Place = { readonly below: string; readonly interpreter: Interpreter };

async function run(code: string, { below, interpreter }: Place, deps: CodeDeps, context: Around): Promise<ToolOutcome> {
  const { settings, clock, rng, shell, backend, redact } = deps;
  const tools = exposedOf(context.enabledTools);
  const token = rng.hex(32);
  const { language } = interpreter;
  const cwd = settings.strict ? null : context.cwd;
  using folder = createProgramFolder(below, { code, language, token, tools, cwd });
  const calls = countProgramCalls(Object.keys(tools), settings.mostCalls, context.program);
  const startedMs = clock.now();
  const server = await serveTools(folder.socket, token, calls.answer);
  const end = await runProgram(
    {
      argv: commandLine(interpreter, folder),
      cwd: cwd ?? folder.path,
      env: codeEnvironment(shell().env, {
        passthrough: settings.passthrough,
        strict: settings.strict,
        modules: cwd === null ? [folder.path] : [folder.path, cwd],
      }),
      limitMs: settings.limitMs,
      redact,
    },
    { backend, clock },
    context,
  ).finally(() => server.close());
  deps.onRun();
  return report(end, { calls, folder, seconds: (clock.now() - startedMs) / 1_000, limitMs: settings.limitMs });
}

/** Unbuffered, so that what was printed before a stop is not lost with it. */
function commandLine({ language, program }: Interpreter, folder: ProgramFolder): readonly [string, ...string[]] {
  if (language === "python") return [program, "-u", folder.script];
  return [program, "--no-warnings", "--import", folder.hooks, folder.script];
}

type Told = {
  readonly calls: ProgramCalls;
  readonly folder: ProgramFolder;
  readonly seconds: number;
  readonly limitMs: number;
};

function report(end: ProgramEnd, { calls, folder, seconds, limitMs }: Told): ToolOutcome {
  if (end.kind === "not-started") return nothingDone(`The program could not be started: ${end.why}`);
  const { kind, code, output, errors } = end;
  const result = {
    status: kind === "exited" ? (code === 0 ? "success" : "error") : kind,
    output: output.text.trimEnd(),
    exit_code: kind === "timeout" ? 124 : kind === "interrupted" ? 130 : code,
    tool_calls_made: calls.made(),
    duration_seconds: Math.round(seconds * 100) / 100,
    stdout_truncated: output.truncated,
  };
  const complaint = errors.text.replaceAll(`${folder.path}/`, "").trim();
  const outcome = kind === "exited" && code === 0 ? ok(result) : failed(kind, result, { complaint, limitMs });
  return marked(outcome, calls.foreign());
}

function failed(
  kind: "exited" | "timeout" | "interrupted",
  result: Readonly<Record<string, unknown>>,
  { complaint, limitMs }: { readonly complaint: string; readonly limitMs: number },
): ToolOutcome {
  const reasons = {
    exited: complaint === "" ? `The program ended with exit code ${String(result["exit_code"])}.` : complaint,
    timeout: `Stopped after ${limitMs / 1_000} s, the limit. ${complaint}`.trimEnd(),
    interrupted: stopWords.interrupted,
  };
  const message = reasons[kind];
  return kind === "exited" ? fail(message, result) : { kind: "error", message, details: result, effect: "unknown" };
}

/** What a program prints of pages from outside is data too. */
function marked(outcome: ToolOutcome, foreign: string | null): ToolOutcome {
  if (foreign === null || outcome.kind === "error") return outcome;
  return { ...outcome, content: wrapUntrusted(foreign, outcome.content) };
}

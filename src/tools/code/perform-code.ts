import { fail, type ToolOutcome } from "../../domain/outcome.ts";
import type { ProgramSupport, ToolContext } from "../../domain/tool.ts";
import { codeResult, notDone } from "./code-result.ts";
import type { CodeDeps } from "./execute-code.ts";
import { exposedOf } from "./exposed-tools.ts";
import { countProgramCalls, type ProgramCalls } from "./program-calls.ts";
import type { Language } from "./program-files.ts";
import type { OpenProgram, ProgramSite } from "./program-site.ts";
import { runProgram } from "./run-program.ts";

type Asked = { readonly code: string; readonly language: Language | undefined };

/** One program: approved, given its tools, run, and told to the model. */
export async function performCode(asked: Asked, deps: CodeDeps, context: ToolContext): Promise<ToolOutcome> {
  const { program } = context;
  if (program === undefined) return fail("execute_code must be handled by the agent loop.");
  const verdict = await context.approve({ tool: "execute_code", kind: "code", action: asked.code });
  if (verdict.decision === "deny") return { kind: "error", message: verdict.reason, effect: "none" };
  const tools = exposedOf(context.enabledTools);
  const calls = countProgramCalls(Object.keys(tools), deps.settings.mostCalls, program);
  const opened = await open(asked, { tools, calls }, deps, context);
  if (opened.kind === "problem") return notDone(opened);
  await using place = opened;
  await context.beforeChange();
  return await run({ place, calls }, deps, { ...context, program }); // awaited: the place must last until then
}

type Offer = { readonly tools: ReturnType<typeof exposedOf>; readonly calls: ProgramCalls };

async function open({ code, language }: Asked, { tools, calls }: Offer, deps: CodeDeps, context: ToolContext) {
  const { settings, rng, shell } = deps;
  const { strict, passthrough } = settings;
  const site = await siteOf(deps);
  return site(
    {
      code,
      tools,
      token: rng.hex(32),
      wanted: language ?? settings.language,
      strict,
      passthrough,
      shell: { env: shell().env, cwd: context.cwd },
      answer: calls.answer,
    },
    context.signal,
  );
}

/** Without a folder that both sides see, calls have to be carried. */
async function siteOf(deps: CodeDeps): Promise<ProgramSite> {
  const below = await deps.backend.exchangeFolder?.();
  if (below !== undefined) {
    const { siteHere } = await import("./site-here.ts");
    return siteHere({ ...deps, below });
  }
  const { siteAway } = await import("./away/site-away.ts");
  return siteAway(deps);
}

type Running = { readonly place: OpenProgram; readonly calls: ProgramCalls };
type Around = ToolContext & { readonly program: ProgramSupport };

function isSettled(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => true), Promise.resolve(false)]);
}

async function run({ place, calls }: Running, deps: CodeDeps, context: Around): Promise<ToolOutcome> {
  const { settings, clock, backend, redact } = deps;
  const startedMs = clock.now();
  const end = await runProgram({ ...place.run, limitMs: settings.limitMs, redact }, { backend, clock }, context);
  const uncertain = await place.close();
  const lost = (await isSettled(place.run.ended)) ? null : uncertain; // it has told its exit code itself
  deps.onRun();
  const seconds = (clock.now() - startedMs) / 1_000;
  return codeResult(end, { calls, folder: place.folder, seconds, limitMs: settings.limitMs, lost });
}

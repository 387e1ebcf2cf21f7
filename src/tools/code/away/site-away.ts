import type { Clock, Rng } from "../../../domain/clock.ts";
import type { ShellBackend } from "../../../domain/shell-backend.ts";
import { seenEnvironment } from "../code-environment.ts";
import { commandLine, type Interpreter, programFiles } from "../program-files.ts";
import type { OpenProgram, ProgramPlan, ProgramSite, SiteProblem } from "../program-site.ts";
import { answerText, createDoor, readRequest } from "../rpc-line.ts";
import { type Bridge, openBridge } from "./bridge.ts";
import { launchScript } from "./launch-script.ts";

type Away = { readonly backend: ShellBackend; readonly clock: Clock; readonly rng: Rng };

/** Programs in a container or on another machine: their calls come through files and a bridge there. */
export function siteAway({ backend, clock, rng }: Away): ProgramSite {
  return async (plan, signal) => {
    signal.throwIfAborted();
    const post = postbox(plan);
    const bridge = await openBridge({ backend, clock, key: rng.hex(32), shell: plan.shell, onRequest: post.take });
    if (bridge.kind === "not-started")
      return bridge.degraded === true ? unreachable(bridge.why) : notStarted(bridge.why);
    post.deliver(bridge.put);
    const result = await settle(plan, bridge, backend.name);
    if (result.kind === "problem") await bridge.close();
    return result;
  };
}

async function settle(
  plan: ProgramPlan,
  bridge: Bridge,
  name: ShellBackend["name"],
): Promise<OpenProgram | SiteProblem> {
  const found = await bridge.ask(`find ${plan.wanted} ${modeOf(plan)}`);
  if (found === null) return notOpened(bridge);
  const interpreter = interpreterOf(found);
  if (interpreter === null) return { kind: "problem", message: nothingRuns(plan.wanted, name) };
  const files = programFiles(plan, interpreter.language, "mailbox");
  for (const [file, text] of Object.entries(files)) bridge.put(file, text);
  const where = await bridge.ask("where");
  if (where === null) return notOpened(bridge);
  return opened(plan, { bridge, interpreter, folder: where.slice("where ".length) });
}

type Settled = { readonly bridge: Bridge; readonly interpreter: Interpreter; readonly folder: string };

function opened(plan: ProgramPlan, { bridge, interpreter, folder }: Settled): OpenProgram {
  const { shell, strict, passthrough } = plan;
  const passed = passthrough.filter((name) => /^[A-Za-z_]\w*$/.test(name)).join(" ");
  const words = [folder, modeOf(plan), passed, ...commandLine(interpreter, folder)];
  return {
    kind: "open",
    folder,
    run: {
      argv: ["/bin/sh", "-c", launchScript, "sh", ...words],
      cwd: strict ? folder : shell.cwd,
      env: seenEnvironment(shell.env, { passthrough, strict }),
      ended: bridge.ended,
      broken: bridge.broken,
    },
    close: bridge.close,
    [Symbol.asyncDispose]: async () => void (await bridge.close()),
  };
}

function modeOf({ strict }: ProgramPlan): "strict" | "project" {
  return strict ? "strict" : "project";
}

function interpreterOf(line: string): Interpreter | null {
  const [, language, program] = /^found (python|javascript) (.+)$/.exec(line) ?? [];
  if (program === undefined || (language !== "python" && language !== "javascript")) return null;
  return { language, program };
}

/** One request after the other, in their order, each answered by a file of its own. */
function postbox({ token, answer }: ProgramPlan) {
  const door = createDoor(token, answer);
  const ready = Promise.withResolvers<Bridge["put"]>();
  const serve = async (line: string): Promise<void> => {
    const request = readRequest(line);
    if (request?.client === undefined || !/^\d+$/.test(request.client)) return;
    const said = (await door(request.client, request)) ?? { problem: "Only the program itself can call tools." };
    const put = await ready.promise;
    put(`answer-${request.client}-${request.id}`, answerText(request.id, said));
  };
  let queue = Promise.resolve();
  return { take: (line: string): void => void (queue = queue.then(() => serve(line))), deliver: ready.resolve };
}

function nothingRuns(wanted: ProgramPlan["wanted"], name: ShellBackend["name"]): string {
  const there = name === "docker" ? "in the container" : "on the machine behind ssh";
  const python = "Python 3.8 or newer (python3)";
  const node = "Node 20.6 or newer (node)";
  if (wanted === "python")
    return `There is no ${python} ${there}. Install it there, or write the program in JavaScript.`;
  if (wanted === "javascript") return `There is no ${node} ${there}. Install it there, or write the program in Python.`;
  return `Programs need ${python} or ${node} ${there}, and neither was found. Install one of them there.`;
}

async function notOpened({ broken, isCutOff }: Bridge): Promise<SiteProblem> {
  const why = await broken;
  return isCutOff() ? unreachable(why) : notStarted(why);
}

function unreachable(why: string): SiteProblem {
  return { kind: "problem", message: `The program could not be started: ${why}`, unreachable: why };
}

function notStarted(why: string): SiteProblem {
  return { kind: "problem", message: `The program could not be started: ${why}` };
}

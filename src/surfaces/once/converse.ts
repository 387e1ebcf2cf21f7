import { oncePhrases } from "../../text/phrases/once.ts";
import type { AnswerSchema } from "../../text/answer-shape.ts";
import { failedEnding, misshapenEnding, stopCode, stoppedEnding } from "./ending.ts";
import { reasonOf } from "./named-file.ts";
import type { OnceRun, Progress } from "./once-run.ts";
import type { OnceSession } from "./once-session.ts";
import { hasPerson, personAt } from "./person.ts";
import type { Prepared } from "./prepare.ts";
import type { Reporter } from "./reporter.ts";
import type { Ending } from "./result-object.ts";
import type { StopWatch } from "./stop-watch.ts";
import { Talk } from "./talk.ts";

export type Scene = {
  readonly run: OnceRun;
  readonly watch: StopWatch;
  readonly reporter: Reporter;
  readonly progress: Progress;
  readonly prepared: Prepared;
  readonly session: OnceSession;
};

/** Talks with an open session until the input is used up, and closes it whatever happens. */
export async function converse(scene: Scene): Promise<Ending> {
  const { run, watch, reporter, progress, prepared, session } = scene;
  const person = hasPerson(run.request, run.terminal) ? personAt(run.terminal, run.clock) : null;
  const talk = new Talk({ session, reporter, watch, schema: prepared.schema, person });
  progress.info = session.info;
  progress.talk = talk;
  const stop = (): void => talk.stop();
  watch.signal.addEventListener("abort", stop, { once: true });
  try {
    reporter.begin(session.info);
    for (const warning of prepared.warnings) reporter.notice("warning", warning);
    if (watch.stop !== null) return stoppedEnding(watch.stop);
    await openInbox(talk, scene);
    await talk.takeTurns();
    return await inShape(talk, watch, prepared.schema);
  } finally {
    watch.signal.removeEventListener("abort", stop);
    await closeSession(session, run);
  }
}

async function openInbox(talk: Talk, { run, watch, prepared }: Scene): Promise<void> {
  if (prepared.content !== null) talk.inbox.push(prepared.content);
  if (run.request.inputFormat === "text" || run.terminal.inIsTty) return talk.inbox.close();
  const { readClient } = await import("./client-input.ts");
  void talk.attend(readClient(run.readChunks(watch.signal))); // speaks while turns run, and never rejects
}

/** The ending, its answer held against the schema; the model gets one chance to correct it. */
async function inShape(talk: Talk, watch: StopWatch, schema: AnswerSchema | null): Promise<Ending> {
  const ending = endingNow(talk, watch);
  if (schema === null || ending.subtype !== "success" || watch.stop !== null) return ending;
  const shape = schema.check(ending.answer);
  if (shape.kind === "fits") return { ...ending, structured: shape.value };
  await talk.takeTurn(schema.correction(shape.problem));
  const corrected = endingNow(talk, watch);
  if (corrected.subtype !== "success") return corrected;
  const second = schema.check(corrected.answer);
  if (second.kind === "fits") return { ...corrected, structured: second.value };
  return misshapenEnding(corrected, second.problem);
}

function endingNow(talk: Talk, { stop }: StopWatch): Ending {
  const { ending } = talk;
  if (ending === null) {
    return stop === null ? failedEnding("no_input", oncePhrases.noInput, 2) : stoppedEnding(stop);
  }
  const missedMessages = stop?.kind === "signal" && talk.stoppedBetweenTurns;
  return missedMessages ? { ...ending, exitCode: stopCode(stop) } : ending;
}

/** The answer stands even when tidying up fails. */
async function closeSession(session: OnceSession, { log }: OnceRun): Promise<void> {
  try {
    await session.close();
  } catch (error) {
    log("error", "once.close_failed", { error: reasonOf(error) });
  }
}

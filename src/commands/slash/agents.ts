import type { WorkingChild } from "../../domain/child-control.ts";
import type { BackgroundWork } from "../../session/background-sessions.ts";
import { agentsPhrases as say } from "../../text/phrases/agents.ts";
import { slashPhrases } from "../../text/phrases/slash.ts";
import { plainLine } from "../plain-text.ts";
import { refusal, said, type SlashCommand, type SlashContext, type SlashOutcome } from "./slash-command.ts";

const longestGoal = 60;
const longestActivity = 60;
const mostQueued = 10;

export const agentsCommand: SlashCommand = {
  name: "agents",
  aliases: [],
  usage: say.usage,
  summary: say.summary,
  busy: "run",
  run: (rest, context) => {
    if (rest === "") return said(overview(context));
    const [, act = "", given = "", text = ""] = /^(\S+)(?:\s+(\S+))?(?:\s+([^]+))?$/.exec(rest) ?? [];
    if (act === "stop" && given !== "" && text === "") return stop(given, context);
    if (act === "steer" && text !== "") return steer(given, text, context);
    return refusal(slashPhrases.usage("agents", say.usage));
  },
};

export const backgroundCommand: SlashCommand = {
  name: "background",
  aliases: [],
  usage: "<prompt>",
  summary: say.backgroundSummary,
  busy: "run",
  run: async (rest, { world, session }) => {
    if (rest === "") return refusal(slashPhrases.needsText("background"));
    if (world.background === undefined) return refusal(say.noBackground);
    const begun = await world.background.start(rest, session);
    if ("refused" in begun) return refusal(begun.refused === null ? say.tooMany : say.notStarted(begun.refused));
    return said(say.started(begun.id, begun.sessionId));
  },
};

function overview({ session, world, queue = [], nowMs }: SlashContext): string {
  const children = session.children?.list() ?? [];
  const works = world.background?.list() ?? [];
  const waiting = queue.slice(0, mostQueued).map((text) => `  ${plainLine(text, longestGoal)}`);
  const parts = [
    section(
      say.children,
      children.flatMap((child) => childLines(child, nowMs)),
    ),
    section(
      say.background,
      works.flatMap((work) => workLines(work, nowMs)),
    ),
    section(say.queue, waiting),
  ].flat();
  return parts.length === 0 ? say.nobody : parts.join("\n");
}

function section(head: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [head, ...lines];
}

function childLines({ id, number, depth, goal, ...child }: WorkingChild, nowMs: number): readonly string[] {
  const indent = "  ".repeat(depth);
  return [`${indent}${say.child(number, id, plainLine(goal, longestGoal))}`, `${indent}   ${figures(child, nowMs)}`];
}

function workLines({ id, sessionId, prompt, ...work }: BackgroundWork, nowMs: number): readonly string[] {
  return [`  ${say.work(id, sessionId, plainLine(prompt, longestGoal))}`, `     ${figures(work, nowMs)}`];
}

type AtWork = Pick<WorkingChild, "activity" | "startedMs" | "tokens"> & Partial<Pick<WorkingChild, "costUsd">>;

function figures({ activity, startedMs, tokens, costUsd = null }: AtWork, nowMs: number): string {
  return say.figures({ activity: plainLine(activity, longestActivity), elapsedMs: nowMs - startedMs, tokens, costUsd });
}

type Target = {
  readonly id: string;
  readonly stop: () => boolean;
  readonly steer: (text: string) => boolean;
};

function stop(given: string, context: SlashContext): SlashOutcome {
  const target = find(given, context);
  if (typeof target === "string") return refusal(target);
  return target.stop() ? said(say.stopped(target.id)) : refusal(say.unknown(given));
}

function steer(given: string, text: string, context: SlashContext): SlashOutcome {
  const target = find(given, context);
  if (typeof target === "string") return refusal(target);
  return target.steer(text) ? said(say.steered(target.id)) : refusal(say.deaf(target.id));
}

/** By number, by id, or by a beginning of the id that fits only one; else why not. */
function find(given: string, context: SlashContext): Target | string {
  const targets = targetsOf(context);
  const called = given.toLowerCase().replace(/^#/, "");
  const exact = targets.find(({ names }) => names.includes(called));
  if (exact !== undefined) return exact.target;
  const fitting = targets.filter(({ names }) => names.some((name) => name.startsWith(called) && isId(name)));
  const [only] = fitting;
  if (only === undefined || called === "") return say.unknown(given);
  return fitting.length === 1
    ? only.target
    : say.ambiguous(
        given,
        fitting.map(({ target }) => target.id),
      );
}

/** A number is meant whole: 1 is not the beginning of 12. */
function isId(name: string): boolean {
  return !/^\d{1,3}$/.test(name);
}

function targetsOf({ session: { children }, world: { background } }: SlashContext) {
  const own = (children?.list() ?? []).map(({ id, number }) => ({
    names: [`${number}`, id, id.replace(/^sub_/, "")],
    target: {
      id,
      stop: () => children?.stop(id) ?? false,
      steer: (text: string) => children?.steer(id, text) ?? false,
    },
  }));
  const beside = (background?.list() ?? []).map(({ id, sessionId }) => ({
    names: [id, sessionId],
    target: {
      id,
      stop: () => background?.stop(id) ?? false,
      steer: (text: string) => background?.steer(id, text) ?? false,
    },
  }));
  return [...own, ...beside];
}

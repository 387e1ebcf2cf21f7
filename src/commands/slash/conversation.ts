import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { plainLine } from "../plain-text.ts";
import { ageOf } from "../sessions/age.ts";
import { agrees, sureWords } from "./confirm.ts";
import { refusal, said, type SlashCommand, type SlashContext, type SlashOutcome } from "./slash-command.ts";
import type { SessionRow } from "../../store/store.ts";

const mostListed = 10;

export const newCommand: SlashCommand = {
  name: "new",
  aliases: ["reset"],
  usage: "[title] [--yes]",
  summary: say.newSummary,
  busy: "stop",
  run: async (rest, context) => {
    const { words, isSure } = sureWords(rest);
    if (!(await agrees(say.confirmNew, isSure, context))) return refusal(say.kept);
    return { kind: "open", session: { kind: "new", title: words === "" ? null : words } };
  },
};

export const clearCommand: SlashCommand = {
  name: "clear",
  aliases: [],
  usage: "[--yes]",
  summary: say.clearSummary,
  busy: "stop",
  run: async (rest, context) => {
    const { words, isSure } = sureWords(rest);
    if (words !== "") return refusal(say.usage("clear", "[--yes]"));
    if (!(await agrees(say.confirmNew, isSure, context))) return refusal(say.kept);
    return { kind: "open", session: { kind: "new", title: null }, clears: true };
  },
};

export const resumeCommand: SlashCommand = {
  name: "resume",
  aliases: [],
  usage: "[session]",
  summary: say.resumeSummary,
  busy: "wait",
  run: async (rest, context) => (rest === "" ? pick(context) : resume(rest, context)),
};

export const sessionsCommand: SlashCommand = {
  name: "sessions",
  aliases: [],
  usage: "",
  summary: say.sessionsSummary,
  busy: "run",
  run: (_, { store, nowMs }) => {
    const rows = store.sessions.list({ limit: mostListed });
    return said(rows.length === 0 ? say.noSessions : rows.map((row) => rowLine(row, nowMs)).join("\n"));
  },
};

export const stopCommand: SlashCommand = {
  name: "stop",
  aliases: [],
  usage: "[--bg]",
  summary: say.stopSummary,
  busy: "run",
  run: async (rest, { isBusy, shell }) => {
    if (rest !== "" && rest !== "--bg") return refusal(say.usage("stop", "[--bg]"));
    const ended = isBusy && rest === "" ? [] : ((await shell?.endBackground()) ?? []);
    if (isBusy) return { kind: "stop" };
    return ended.length === 0 ? refusal(say.nothingRuns) : said(say.endedBackground(ended));
  },
};

export const queueCommand: SlashCommand = {
  name: "queue",
  aliases: [],
  usage: "<text>",
  summary: say.queueSummary,
  busy: "run",
  run: (rest) => (rest === "" ? refusal(say.needsText("queue")) : { kind: "queue", text: rest }),
};

export const steerCommand: SlashCommand = {
  name: "steer",
  aliases: [],
  usage: "<text>",
  summary: say.steerSummary,
  busy: "run",
  run: (rest, { isBusy, session }) => {
    if (rest === "") return refusal(say.needsText("steer"));
    if (!isBusy) return { kind: "send", text: rest };
    return session.steer(rest) ? said(say.steered) : { kind: "queue", text: rest };
  },
};

export const exitCommand: SlashCommand = {
  name: "exit",
  aliases: ["quit"],
  usage: "",
  summary: say.exitSummary,
  busy: "stop",
  run: () => ({ kind: "leave" }),
};

async function pick(context: SlashContext): Promise<SlashOutcome> {
  const { store, nowMs, choose, session } = context;
  const rows = store.sessions.list({ limit: mostListed }).filter(({ id }) => id !== session.info.sessionId);
  if (rows.length === 0) return refusal(say.noSessions);
  if (context.pick !== undefined) {
    const picked = await context.pick();
    return picked === null ? { kind: "nothing" } : resume(picked, context);
  }
  const lines = rows.map((row) => rowLine(row, nowMs));
  const chosen = await choose(say.whichSession, lines);
  if (chosen === null) return { kind: "nothing" };
  const row = rows[lines.indexOf(chosen)];
  return resume(row?.id ?? chosen, context);
}

function resume(reference: string, { store, nowMs, session }: SlashContext): SlashOutcome {
  const found = store.sessions.resolve(reference, { exact: false });
  switch (found.kind) {
    case "missing":
      return refusal(say.noSuchSession(reference));
    case "ambiguous":
      return refusal(
        say.severalSessions(
          reference,
          found.candidates.map((row) => rowLine(row, nowMs)),
        ),
      );
    case "found":
      if (found.session.id === session.info.sessionId) return refusal(say.alreadyHere);
      return { kind: "open", session: { kind: "resume", reference: found.session.id } };
  }
}

function rowLine({ id, title, last_activity_at: at, message_count: count }: SessionRow, nowMs: number): string {
  return `${id}  ${plainLine(title ?? say.untitled, 40)}  ${ageOf(at, nowMs)}  ${say.messages(count)}`;
}

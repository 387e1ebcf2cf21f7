import { plainLine } from "../plain-text.ts";
import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { agrees, sureWords } from "./confirm.ts";
import { refusal, said, type SlashCommand, type SlashContext, type SlashOutcome } from "./slash-command.ts";
import { mostListed, rowLine } from "./sessions.ts";

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

export const stopCommand: SlashCommand = {
  name: "stop",
  aliases: [],
  usage: "[--bg]",
  summary: say.stopSummary,
  busy: "stop",
  run: async (rest, context) => {
    const { isBusy } = context;
    if (rest !== "" && rest !== "--bg") return refusal(say.usage("stop", "[--bg]"));
    const ended = isBusy && rest === "" ? [] : await endBackground(context);
    if (isBusy) return { kind: "stop" };
    return ended.length === 0 ? refusal(say.nothingRuns) : said(say.endedBackground(ended));
  },
};

/** Processes and sessions alike; says which. */
async function endBackground({ shell, world }: SlashContext): Promise<readonly string[]> {
  const [commands = [], works = []] = await Promise.all([shell?.endBackground(), world.background?.stopAll()]);
  return [...commands, ...works.map(({ id, prompt }) => `${id} ${plainLine(prompt, 60)}`)];
}

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

const exitUsage = "[--delete] [--yes]";

export const exitCommand: SlashCommand = {
  name: "exit",
  aliases: ["quit"],
  usage: exitUsage,
  summary: say.exitSummary,
  busy: "stop",
  run: async (rest, context) => {
    const { words, isSure } = sureWords(rest);
    if (words === "") return { kind: "leave" };
    if (words !== "--delete") return refusal(say.usage("exit", exitUsage));
    if (!(await agrees(say.confirmDelete, isSure, context))) return refusal(say.kept);
    return { kind: "leave", deletes: true };
  },
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

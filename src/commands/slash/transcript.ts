import { existsSync } from "node:fs";
import { extname, resolve } from "node:path";
import { callsOf, type Message, shownText } from "../../domain/message.ts";
import { meantCall } from "../../text/meant-call.ts";
import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { ownWords } from "../../text/skill-invocation.ts";
import { plainText } from "../plain-text.ts";
import { sureWords } from "./confirm.ts";
import { refusal, said, type SlashCommand, type SlashContext } from "./slash-command.ts";

const usualExchanges = 10;
const formats: Readonly<Record<string, string>> = { ".md": "md", ".html": "html", ".json": "json", ".jsonl": "jsonl" };

export const historyCommand: SlashCommand = {
  name: "history",
  aliases: [],
  usage: "[n]",
  summary: say.historySummary,
  busy: "run",
  run: (rest, context) => {
    const count = rest === "" ? usualExchanges : Number(rest);
    if (!/^\d{0,6}$/.test(rest) || count < 1) return refusal(say.usage("history", "[n]"));
    const lines = transcript(saidIn(context), count);
    return lines.length === 0 ? refusal(say.nothingSaid) : said(lines.join("\n"));
  },
};

/** The format follows the name of the file. */
export const saveCommand: SlashCommand = {
  name: "save",
  aliases: [],
  usage: "[file] [--yes]",
  summary: say.saveSummary,
  busy: "run",
  run: async (rest, { session, store, world }) => {
    const { sessionId, cwd } = session.info;
    const { words, isSure } = sureWords(rest);
    const path = resolve(cwd, words === "" ? `hermes-${sessionId}.md` : words);
    const format = formats[extname(path).toLowerCase()];
    if (format === undefined) return refusal(say.saveFormats(Object.keys(formats)));
    if (store.sessions.get(sessionId) === null) return refusal(say.nothingSaid);
    if (existsSync(path) && !isSure) return refusal(say.fileExists(path));
    const saved = await world.command(["sessions", "export", sessionId, "--format", format, "--output", path]);
    return saved.code === 0 ? said(say.saved(path)) : refusal(saved.text);
  },
};

export const copyCommand: SlashCommand = {
  name: "copy",
  aliases: [],
  usage: "[n]",
  summary: say.copySummary,
  busy: "run",
  run: (rest, context) => {
    const number = rest === "" ? 1 : Number(rest);
    if (!/^\d{0,6}$/.test(rest) || number < 1) return refusal(say.usage("copy", "[n]"));
    const answers = saidIn(context).filter((message) => message.role === "assistant" && wordsOf(message) !== "");
    const answer = answers.at(-number);
    if (answer === undefined) return refusal(say.noAnswer(answers.length));
    return { kind: "copy", content: wordsOf(answer), text: say.copied(number) };
  },
};

function saidIn({ store, session }: SlashContext): readonly Message[] {
  return store.sessions.history(session.info.sessionId);
}

/** The last exchanges in plain lines. */
export function transcript(history: readonly Message[], exchanges: number): readonly string[] {
  const starts = history.flatMap(({ role }, index) => (role === "user" ? [index] : []));
  const from = starts.at(-exchanges) ?? 0;
  return history.slice(from).flatMap(linesOf);
}

/** What was asked last, and what was answered to it. */
export function lastExchange(history: readonly Message[]): { readonly question: string; readonly answer: string } {
  const at = history.findLastIndex(({ role }) => role === "user");
  const question = history[at];
  const answer = history.slice(at + 1).findLast((message) => message.role === "assistant" && wordsOf(message) !== "");
  return {
    question: question === undefined ? "" : wordsOf(question),
    answer: answer === undefined ? "" : wordsOf(answer),
  };
}

function linesOf(message: Message): readonly string[] {
  if (message.role === "tool") return [];
  const words = wordsOf(message);
  const tools = callsOf(message).map((call) => say.calledTool(plainText(meantCall(call).function.name)));
  if (message.role === "user") return ["", `› ${words}`];
  return [...(words === "" ? [] : [words]), ...tools];
}

function wordsOf(message: Message): string {
  const shown = shownText(message);
  return plainText(message.role === "user" ? (ownWords(shown) ?? shown) : shown).trim();
}

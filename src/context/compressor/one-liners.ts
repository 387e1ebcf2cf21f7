import { z } from "zod";

/** What is known of a call: its tool, what it was asked, what came back. */
export type Outcome = { readonly tool: string; readonly args: Arguments; readonly text: string };
export type Arguments = Readonly<Record<string, unknown>>;

type Line = (outcome: Outcome) => string;

const mostLine = 300;
const mostCommand = 80;
const mostValue = 40;
const mostGoal = 60;
const mostAnswer = 180;
const reloadSkillFrom = 5_000;

/** One line of the form `[tool] what it was asked: what came out`. Never throws, whatever the arguments are. */
export function lineFor(outcome: Outcome): string {
  const line = Object.hasOwn(lines, outcome.tool) ? lines[outcome.tool] : undefined;
  const whole = `[${outcome.tool}] ${(line ?? generic)(outcome)}`.replaceAll(/\s+/g, " ").trim();
  return whole.length <= mostLine ? whole : `${whole.slice(0, mostLine - 1).toWellFormed()}…`;
}

const lines: Readonly<Record<string, Line>> = {
  terminal: (o) => ended(o, short(o.args["command"], mostCommand)),
  execute_code: (o) => ended(o, short(o.args["code"], mostCommand)),
  process: (o) => `${words(o, ["action", "session_id"])}: ${size(o)}`,
  read_file: (o) => `${value(o, "path")}${fromLine(o)}: ${size(o)}`,
  write_file: (o) => `${value(o, "path")}: ${counted(linesIn(textOf(o.args["content"])), "line")} written`,
  patch: (o) => `${value(o, "path")}: ${size(o)}`,
  search_files: (o) => `'${value(o, "pattern")}' under ${value(o, "path") || "."}: ${counted(hits(o), "hit")}`,
  session_search: (o) => `'${value(o, "query")}': ${size(o)}`,
  web_search: (o) => `'${value(o, "query")}': ${size(o)}`,
  web_extract: (o) => `${short(o.args["urls"] ?? o.args["url"], mostCommand)}: ${size(o)}`,
  delegate_task: (o) => `'${short(o.args["goal"], mostGoal)}': ${size(o)}`,
  clarify: (o) => `user responded: "${short(answerIn(o), mostAnswer)}"`,
  todo: size,
  memory: (o) => `${words(o, ["action", "target"])}: ${size(o)}`,
  skill_view: (o) =>
    `${value(o, "name")}: ${size(o)}${o.text.length > reloadSkillFrom ? "; load the skill again before using it" : ""}`,
};

function generic(outcome: Outcome): string {
  const pairs = Object.entries(outcome.args).map(([key, given]) => `${key}=${short(given, mostValue)}`);
  return `${pairs.slice(0, 6).join(" ")} (${figure(outcome.text.length)} chars result)`;
}

function ended(outcome: Outcome, command: string): string {
  const read = ResultSchema.safeParse(parsed(outcome.text));
  const code = read.data?.exit_code;
  const output = read.data?.output ?? outcome.text;
  const exit = code === undefined || code === null ? "" : `exit ${code}, `;
  return `${command}: ${exit}${counted(linesIn(output), "line")}`;
}

const ResultSchema = z.object({ exit_code: z.number().nullish(), output: z.string().optional() });
const HitsSchema = z.union([
  z.object({ total_count: z.number() }).transform(({ total_count: count }) => count),
  z.object({ matches: z.array(z.unknown()) }).transform(({ matches }) => matches.length),
]);
const AnswerSchema = z.union([
  z.object({ answer: z.string() }).transform(({ answer }) => answer),
  z.object({ user_response: z.string() }).transform((read) => read.user_response),
  z.object({ response: z.string() }).transform(({ response }) => response),
]);

function hits({ text }: Outcome): number {
  return HitsSchema.safeParse(parsed(text)).data ?? linesIn(text);
}

function answerIn({ text }: Outcome): string {
  return AnswerSchema.safeParse(parsed(text)).data ?? text;
}

function fromLine({ args }: Outcome): string {
  const { offset } = args;
  return typeof offset === "number" && offset > 1 ? ` from line ${offset}` : "";
}

function words(outcome: Outcome, keys: readonly string[]): string {
  return keys.map((key) => value(outcome, key)).join(" ");
}

function value({ args }: Outcome, key: string): string {
  return short(args[key], mostCommand);
}

function size({ text }: Outcome): string {
  return `${figure(text.length)} chars`;
}

function short(given: unknown, most: number): string {
  const text = textOf(given)
    .slice(0, most * 4)
    .replaceAll(/\s+/g, " ")
    .trim();
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}

function textOf(given: unknown): string {
  if (given === undefined) return "";
  return typeof given === "string" ? given : JSON.stringify(given);
}

function linesIn(text: string): number {
  if (text === "") return 0;
  let count = text.endsWith("\n") ? 0 : 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

function counted(count: number, noun: string): string {
  return `${figure(count)} ${noun}${count === 1 ? "" : "s"}`;
}

function figure(count: number): string {
  return String(count).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}

function parsed(text: string): unknown {
  if (!text.startsWith("{")) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // not JSON: the text itself is the result
  }
}

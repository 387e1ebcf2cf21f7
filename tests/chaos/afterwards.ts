import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Conversation, EndedTurn } from "./conversation.ts";
import { holdsKey } from "./mood.ts";
import type { StoredMessage, StoredTurn } from "./observer.ts";
import { brokenText, questionsIn } from "./soundness.ts";
import type { World } from "./world.ts";

/** What is wrong with what a run left on disk. */
export function remainsProblems(world: World, conversation: Conversation): readonly string[] {
  const { observer, trouble } = world;
  const messages = observer.messages();
  const sessions = Map.groupBy(messages, ({ session_id: id }) => id);
  const undisturbed = conversation.killed === 0 && trouble.struck === 0;
  return [
    ...observer.problems().map((problem) => `the database is damaged: ${problem}`),
    ...turnProblems(observer.turns(), conversation),
    ...sessions.values().flatMap((rows) => resultProblems(rows, undisturbed)),
    ...sessions.values().flatMap(repetitionProblems),
    ...questionProblems(messages, conversation, undisturbed),
    ...messages
      .flatMap((row) => brokenText(row.content))
      .map((text) => `stored: I-7: ${JSON.stringify(text.slice(0, 80))}`),
    ...(holdsKey(JSON.stringify(messages)) ? ["the key stands in the database"] : []),
    ...secretsInLogs(world.home),
  ];
}

/** One row for each turn that ended, and none for any other but those a kill cut off. */
function turnProblems(rows: readonly StoredTurn[], { ended, killed }: Conversation): readonly string[] {
  const known = new Set(ended.map(({ result }) => result.turn_id));
  const strange = rows.filter(({ turn_id: id }) => !known.has(id)).length;
  return [
    ...(strange > killed ? [`${strange} rows of turns nobody knows, after ${killed} kills`] : []),
    ...ended.flatMap((turn) => rowProblems(rows, turn)),
  ];
}

function rowProblems(rows: readonly StoredTurn[], { result, waited, struck }: EndedTurn): readonly string[] {
  const own = rows.filter(({ turn_id: id }) => id === result.turn_id);
  const unsaved = result.cleanup_errors.some((error) => error.startsWith("save turn"));
  const turnedAway = result.api_calls === 0 && (waited || struck); // before it began
  if (own.length === 0 && (unsaved || turnedAway)) return [];
  if (own.length !== 1) return [`${own.length} rows for the turn that ended with ${result.exit_reason}`];
  return own[0]?.exit_reason === result.exit_reason
    ? []
    : [`stored reason ${own[0]?.exit_reason}, told ${result.exit_reason}`];
}

const Calls = z.array(z.object({ id: z.string() }));

/** Each call is answered at most once, and at once where nothing went wrong with the disk. */
function resultProblems(rows: readonly StoredMessage[], undisturbed: boolean): readonly string[] {
  return rows.flatMap((row, at) => {
    if (row.role === "tool") return [];
    const end = rows.findIndex(({ role }, index) => index > at && role !== "tool");
    const results = rows.slice(at + 1, end === -1 ? rows.length : end).map(({ tool_call_id: id }) => id);
    const ids = Calls.parse(JSON.parse(row.tool_calls ?? "[]")).map(({ id }) => id);
    const shown = `calls [${ids.join(", ")}], results [${results.join(", ")}]`;
    if (new Set(results).size < results.length) return [`stored: a call is answered twice: ${shown}`];
    return !undisturbed || ids.join("\n") === results.join("\n") ? [] : [`stored: I-2: ${shown}`];
  });
}

function questionProblems(
  rows: readonly StoredMessage[],
  { questions }: Conversation,
  undisturbed: boolean,
): readonly string[] {
  const stored = questionsOf(rows);
  return [
    ...stored.filter((text) => !questions.has(text)).map((text) => `stored: I-8: nobody said ${text.slice(0, 80)}`),
    ...(undisturbed && new Set(stored).size < questions.size ? ["stored: a question is missing"] : []),
  ];
}

function repetitionProblems(rows: readonly StoredMessage[]): readonly string[] {
  const stored = questionsOf(rows);
  return new Set(stored).size < stored.length ? ["stored: a question stands there twice"] : [];
}

function questionsOf(rows: readonly StoredMessage[]): readonly string[] {
  return rows.flatMap(({ role, content }) => (role === "user" ? questionsIn(content ?? "") : []));
}

function secretsInLogs(home: string): readonly string[] {
  const folder = join(home, "logs");
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => holdsKey(line))
      .map((line) => `the key stands in ${name}: ${line.slice(0, 120)}`),
  );
}

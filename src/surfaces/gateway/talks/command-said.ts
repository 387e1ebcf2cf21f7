import { findCommand, type Found, namesOf } from "../../../commands/slash/find-command.ts";
import { commandsInChats, isForAdmins } from "../../../commands/slash/in-chats.ts";
import { slashCommands } from "../../../commands/slash/registry.ts";
import { runSlash } from "../../../commands/slash/run-slash.ts";
import type { SlashCommand } from "../../../commands/slash/slash-command.ts";
import { gatewayTalksPhrases as say } from "../../../text/phrases/gateway-talks.ts";
import type { Arrival } from "../arrival.ts";
import { label } from "../inbound/label.ts";
import { carryOut } from "./carry-out.ts";
import { contextOf } from "./command-context.ts";
import { canDoWithout, type CommandPlace, needNoSession, noSession } from "./no-session.ts";
import type { Talk } from "./talk.ts";
import { wordsOf } from "./words-of.ts";

type FoundCommand = Extract<Found, { readonly kind: "found" }>;

/** Answers to what is being asked, and the wish to stop: heard even while the gateway ends. */
export function isUrgent(text: string): boolean {
  return /^\s*\/(?:approve|deny|stop)\b/i.test(text);
}

/** Their words are a question for later: until it is answered, the message stays in the inbox. */
const beginTurns: ReadonlySet<string> = new Set(["queue", "steer"]);

/** A message that begins with a slash: a command of the chat, or else a skill. */
export async function commandSaid(talk: Talk, arrival: Arrival): Promise<void> {
  const { text } = arrival.message;
  const early = findCommand(text, commandsInChats({}));
  const name = early.kind === "found" ? early.command.name : "";
  if (early.kind === "found" && !beginTurns.has(name)) await talk.settle(arrival.rows); // one that ends the process must not come again
  const place = await placeFor(name, talk, arrival);
  if (typeof place === "string") return refused(talk, place, arrival);
  const commands = commandsInChats(place.world);
  const found = findCommand(text, commands);
  if (found.kind === "unknown" && (await askedAsSkill(talk, arrival, found.typed))) return;
  if (!beginTurns.has(name)) await talk.settle(arrival.rows); // before it runs: done once is better than done twice
  const refusal = found.kind === "found" ? refusalOf(found.command, talk, arrival) : terminalOnly(text);
  if (refusal !== null) return refused(talk, refusal, arrival);
  const allowed = commands.filter((command) => mayUse(command, arrival));
  const typed = found.kind === "found" ? `/${found.command.name} ${wordsFor(found, talk, arrival)}` : text;
  const context = contextOf(talk, arrival, place, allowed);
  const left = beginTurns.has(name) ? arrival : { ...arrival, rows: [] };
  await carryOut(talk, await runSlash(typed, context), left);
  await follow(talk, place);
}

/** What it works with; in words where that cannot be opened. */
async function placeFor(name: string, talk: Talk, { message }: Arrival): Promise<CommandPlace | string> {
  const { open } = talk.seat;
  if (open !== null) return open;
  if (needNoSession.has(name)) return noSession(say.noSessionOpen);
  const opening = await talk.seat.take(message);
  if (opening.kind === "opened") return opening;
  const why = say.notOpened(opening.message);
  return canDoWithout.has(name) ? noSession(why) : why;
}

async function refused(talk: Talk, why: string, { rows }: Arrival): Promise<void> {
  await talk.say(why);
  await talk.settle(rows);
}

function wordsFor({ command, rest }: FoundCommand, { common }: Talk, { message }: Arrival): string {
  if (command.name !== "steer" || rest === "") return rest;
  return wordsOf({ ...message, text: rest, replyTo: null }, common.world);
}

/** It may have become another session. */
async function follow({ seat }: Talk, { session }: CommandPlace): Promise<void> {
  const { sessionId } = session.info;
  const isSame = seat.open?.session === session && seat.route.sessionId !== null;
  if (isSame && seat.route.sessionId !== sessionId) await seat.keep({ sessionId });
}

function refusalOf(command: SlashCommand, { turn }: Talk, arrival: Arrival): string | null {
  const { name, busy } = command;
  if (!mayUse(command, arrival)) return isForAdmins(command) ? say.onlyAdmins(name) : say.mayNotUse(name);
  const touchesTurn = busy === "stop" || name === "steer";
  return touchesTurn && turn !== null && !turn.mayStop(arrival.person) ? say.notYourTurn : null;
}

const ofEverybody: ReadonlySet<string> = new Set(["approve", "deny", "commands"]); // who may answer is seen there

function mayUse(command: SlashCommand, { person }: Arrival): boolean {
  if (isForAdmins(command) && !person.isAdmin) return false;
  return ofEverybody.has(command.name) || person.mayUse(command.name);
}

function terminalOnly(text: string): string | null {
  const name = /^\s*\/([\w-]+)/.exec(text)?.[1]?.toLowerCase() ?? "";
  const known = slashCommands.find((command) => namesOf(command).includes(name));
  return known === undefined ? null : say.notInChats(known.name);
}

async function askedAsSkill(talk: Talk, arrival: Arrival, name: string): Promise<boolean> {
  const { text } = arrival.message;
  const { open } = talk.seat;
  if (open === null || !arrival.person.mayUse(name.toLowerCase())) return false;
  const others = [...slashCommands.flatMap(namesOf), ...forbiddenIn(text, arrival)];
  const invocation = await open.session.invokeSkills(text, new Set(others), talk.common.signal);
  if (invocation.kind === "plain") return false;
  if (invocation.kind === "problem") {
    await refused(talk, invocation.message, arrival);
    return true;
  }
  for (const problem of invocation.problems) await talk.say(problem);
  const { message, person, rows } = arrival;
  const by = message.chatType === "dm" ? "" : `\n\n[Asked by ${label(message.userName ?? message.userId)}]`;
  talk.take({ rows, message, person, input: { content: `${invocation.message}${by}` } });
  return true;
}

/** Skills can be stacked: each needs its own permission, not that of the first. */
function forbiddenIn(text: string, { person }: Arrival): readonly string[] {
  const named = text.matchAll(/\/(\S+)/g).map(([, word = ""]) => word.toLowerCase().replaceAll("_", "-"));
  return [...named].filter((name) => !person.mayUse(name));
}

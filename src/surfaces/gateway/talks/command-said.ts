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
import type { OpenTalk } from "./live-sessions.ts";
import type { Talk } from "./talk.ts";
import { wordsOf } from "./words-of.ts";

type FoundCommand = Extract<Found, { readonly kind: "found" }>;

/** Answers to what is being asked, and the wish to stop: heard even while the gateway ends. */
export function isUrgent(text: string): boolean {
  return /^\s*\/(?:approve|deny|stop)\b/i.test(text);
}

/** A message that begins with a slash: a command of the chat, or else a skill. */
export async function commandSaid(talk: Talk, arrival: Arrival): Promise<void> {
  const { text } = arrival.message;
  const opening = await talk.seat.take(arrival.message);
  if (opening.kind === "refused") return talk.say(say.notOpened(opening.message));
  const commands = commandsInChats(opening.world);
  const found = findCommand(text, commands);
  if (found.kind === "unknown" && (await askedAsSkill(talk, arrival, opening, found.typed))) return;
  const refusal = found.kind === "found" ? refusalOf(found.command, talk, arrival) : terminalOnly(text);
  if (refusal !== null) return talk.say(refusal);
  const allowed = commands.filter((command) => mayUse(command, arrival));
  const typed = found.kind === "found" ? `/${found.command.name} ${wordsFor(found, talk, arrival)}` : text;
  const context = contextOf(talk, arrival, opening, allowed);
  await carryOut(talk, await runSlash(typed, context), arrival);
  await follow(talk, opening);
}

function wordsFor({ command, rest }: FoundCommand, { common }: Talk, { message }: Arrival): string {
  if (command.name !== "steer" || rest === "") return rest;
  return wordsOf({ ...message, text: rest, replyTo: null }, common.world);
}

/** It may have become another session. */
async function follow({ seat }: Talk, { session }: OpenTalk): Promise<void> {
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

async function askedAsSkill(talk: Talk, arrival: Arrival, opening: OpenTalk, name: string): Promise<boolean> {
  const { text } = arrival.message;
  if (!arrival.person.mayUse(name.toLowerCase())) return false;
  const others = [...slashCommands.flatMap(namesOf), ...forbiddenIn(text, arrival)];
  const invocation = await opening.session.invokeSkills(text, new Set(others), talk.common.signal);
  if (invocation.kind === "plain") return false;
  if (invocation.kind === "problem") await talk.say(invocation.message);
  if (invocation.kind === "problem") return true;
  for (const problem of invocation.problems) await talk.say(problem);
  const { message, person } = arrival;
  const by = message.chatType === "dm" ? "" : `\n\n[Asked by ${label(message.userName ?? message.userId)}]`;
  talk.take({ rows: [], message, person, input: { content: `${invocation.message}${by}` } });
  return true;
}

/** Skills can be stacked: each needs its own permission, not that of the first. */
function forbiddenIn(text: string, { person }: Arrival): readonly string[] {
  const named = text.matchAll(/\/(\S+)/g).map(([, word = ""]) => word.toLowerCase().replaceAll("_", "-"));
  return [...named].filter((name) => !person.mayUse(name));
}

import { homedir } from "node:os";
import { isCredentialName } from "../config/secret-shape.ts";
import { openSecrets } from "../config/secrets.ts";
import { isMessage, type Message } from "../domain/message.ts";
import { redactSecrets } from "../safety/redact.ts";
import type { CommandContext } from "./command.ts";
import { homeOf } from "./home.ts";

/** Text in, the same text without what others must not see out. */
export type Mask = (text: string) => string;

const shortestValue = 8; // shorter ones stand in ordinary words too

/**
 * For what leaves this machine by a person's hand: everything that looks like a secret, every value this home keeps as
 * one whatever it looks like, and the person's name in paths.
 */
export function reportMask(context: Pick<CommandContext, "env" | "profile" | "configuration">): Mask {
  const values = knownValues(context);
  const userHome = context.env["HOME"] ?? homedir();
  return (text) => {
    const shaped = redactSecrets(text, "environment"); // first: a value may be the beginning of a longer secret
    const masked = values.reduce((rest, value) => rest.replaceAll(value, "***"), shaped);
    return userHome.length > 1 ? masked.replaceAll(userHome, "~") : masked;
  };
}

/** Longest first: one may be part of another. As they are, and as they stand inside JSON. */
function knownValues(context: Parameters<typeof reportMask>[0]): readonly string[] {
  const found = homeOf(context);
  if (found.kind === "problem") return [];
  const secrets = openSecrets(found.home, context.env, context.configuration.envFile);
  if (secrets.kind === "problem") return [];
  const names = [...secrets.names, ...Object.keys(context.env).filter(isCredentialName)];
  const values = names.flatMap((name) => secrets.variable(name)?.trim() ?? []);
  const written = values.flatMap((value) => [value, JSON.stringify(value).slice(1, -1)]);
  return [...new Set(written)]
    .filter((value) => value.length >= shortestValue)
    .toSorted((one, other) => other.length - one.length);
}

/** The same message with every text in it masked; pictures are left alone. */
export function maskedMessage(message: Message, mask: Mask): Message {
  const result = maskedDeep(message, mask);
  if (!isMessage(result)) throw new Error("masking changed the shape of a message");
  return result;
}

/** Every text in a value, its names included. */
export function maskedDeep(value: unknown, mask: Mask): unknown {
  if (typeof value === "string") return maskedText(value, mask);
  if (Array.isArray(value)) return value.map((inner) => maskedDeep(inner, mask));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [mask(key), maskedDeep(inner, mask)]));
}

/** Bytes of a picture hold no secret that could be read. No pattern over all of it: megabytes would exhaust the matcher. */
function isPicture(text: string): boolean {
  const [head] = /^data:image\/[\w.+-]{1,60};base64,/.exec(text) ?? [];
  if (head === undefined) return false;
  const data = text.slice(head.length);
  return Buffer.from(data, "base64").toString("base64") === data;
}

/** Arguments and results are JSON inside a text: lines in them are lines once they are read. */
export function maskedText(text: string, mask: Mask): string {
  if (isPicture(text)) return text;
  const inner = /^\s*[[{]/.test(text) ? parsed(text) : null;
  return mask(inner === null ? text : JSON.stringify(maskedDeep(inner, mask)));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // only looks like JSON
  }
}

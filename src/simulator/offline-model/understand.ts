import { splitWishes } from "./split-wishes.ts";
import type { Known, Wish } from "./wish.ts";

type Groups = Readonly<Record<string, string | undefined>>;
type Pattern = { readonly form: RegExp; readonly read: (groups: Groups) => Known };

const word = String.raw`"[^"]*"|'[^']*'|\`[^\`]*\`|\S+`;
const here = ".";

/** First match wins. A name is one word or stands in quotes; what follows it is kept as `rest`. */
const patterns: readonly Pattern[] = [
  {
    form: form(
      String.raw`(?:list|show)(?: me)?(?: all)?(?: the| my)? files(?: (?:in|of|under|inside)(?: the folder)? (?<path>${word}))?(?<rest> .+)?`,
    ),
    read: ({ path, rest }) => ({ kind: "list", path: name(path, here), rest: tail(rest) }),
  },
  {
    form: form(String.raw`(?:which|what) files are (?:there|here|in (?<path>${word}))(?<rest> .+)?`),
    read: ({ path, rest }) => ({ kind: "list", path: name(path, here), rest: tail(rest) }),
  },
  {
    form: form(String.raw`(?:run|execute)(?: the)?(?: command)? (?:\`(?<quoted>[^\`]+)\`(?<rest> .+)?|(?<command>.+))`),
    read: ({ quoted, command = "", rest }) => ({
      kind: "run",
      command: (quoted ?? unquoted(command)).trim(),
      rest: tail(rest),
    }),
  },
  {
    form: form(
      String.raw`(?:search|look|grep)(?: for)? (?<pattern>${word}|.+?)(?: (?:in|under|inside)(?: the folder)? (?<path>${word}))?`,
    ),
    read: ({ pattern = "", path }) => ({
      kind: "search",
      pattern: unquoted(pattern),
      path: name(path, here),
      rest: null,
    }),
  },
  {
    form: form(
      String.raw`(?:write|create|make|save)(?: a| the)?(?: new)?(?: file)?(?: called| named)? (?<path>${word}) (?:with|containing|saying)(?: the)?(?: words?| text| content| line)? (?<content>.+)`,
    ),
    read: ({ path, content = "" }) => ({ kind: "write", path: name(path, ""), content: unquoted(content), rest: null }),
  },
  {
    form: form(
      String.raw`(?:write|save|put)(?: the)?(?: words?| text| line)? (?<content>.+) (?:to|into|in)(?: a| the)?(?: new)?(?: file)?(?: called| named)? (?<path>${word})`,
    ),
    read: ({ path, content = "" }) => ({ kind: "write", path: name(path, ""), content: unquoted(content), rest: null }),
  },
  {
    form: form(String.raw`remember(?: that)? (?<fact>.+)`),
    read: ({ fact = "" }) => ({ kind: "remember", fact: unquoted(fact), rest: null }),
  },
  {
    form: form(String.raw`(?:read|open|show|print)(?: me)?(?: the)?(?: file)? (?<path>${word})(?<rest> .+)?`),
    read: ({ path, rest }) => ({ kind: "read", path: name(path, ""), rest: tail(rest) }),
  },
];

/** What a message asks for, in order. */
export function understand(text: string): readonly Wish[] {
  return splitWishes(withoutNotes(text)).map(wishOf);
}

function wishOf(words: string): Wish {
  for (const { form: pattern, read } of patterns) {
    const match = pattern.exec(words);
    if (match !== null) return read(match.groups ?? {});
  }
  return { kind: "unknown", words };
}

/** Polite words in front and a full stop behind do not matter. */
function form(body: string): RegExp {
  return new RegExp(String.raw`^(?:(?:please|now|first|can you|could you|would you|kindly)[, ]+)*${body}$`, "is");
}

/** Blocks that the program itself adds to a message are not the user's words. */
function withoutNotes(text: string): string {
  return text.replaceAll(/<([a-z][\w-]*)[^>]*>.*?<\/\1>/gs, " ");
}

function name(found: string | undefined, fallback: string): string {
  const path = unquoted((found ?? fallback).replace(/[.,;:!?]+$/, (marks) => (found === marks ? marks : "")));
  return path === "" ? fallback : path;
}

function unquoted(text: string): string {
  const trimmed = text.trim();
  const quoted = /^(["'`])(.*)\1$/s.exec(trimmed);
  return quoted?.[2] ?? trimmed;
}

function tail(rest: string | undefined): string | null {
  const words = rest?.trim().replace(/^[.,;:!?]+/, "") ?? "";
  return words === "" ? null : words;
}

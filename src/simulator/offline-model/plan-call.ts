import { isRecord } from "../../text/is-record.ts";
import { simulatorPhrases as phrases } from "../../text/phrases/simulator.ts";
import type { Prompt } from "../prompt.ts";
import type { Known } from "./wish.ts";

/** What a wish comes to with the tools at hand. `call` is null when none of them can do it. */
export type Plan = { readonly what: string; readonly call: PlannedCall | null; readonly rest: string | null };

type PlannedCall = { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };

export function planCall(wish: Known, tools: Prompt["tools"]): Plan {
  const offered = candidates(wish).find(({ name }) => tools.some((tool) => tool.name === name));
  const tool = tools.find(({ name }) => name === offered?.name);
  const call = offered === undefined || tool === undefined ? null : fitted(offered, tool);
  return { what: describe(wish), call, rest: wish.rest };
}

/** The calls that would do, the best first. */
function candidates(wish: Known): readonly PlannedCall[] {
  switch (wish.kind) {
    case "list":
      return [
        { name: "search_files", arguments: { pattern: "*", target: "files", path: wish.path } },
        { name: "terminal", arguments: { command: `ls -- ${shellQuoted(wish.path)}` } },
      ];
    case "read":
      return [
        { name: "read_file", arguments: { path: wish.path } },
        { name: "terminal", arguments: { command: `cat -- ${shellQuoted(wish.path)}` } },
      ];
    case "run":
      return [{ name: "terminal", arguments: { command: wish.command } }];
    case "search":
      return [
        { name: "search_files", arguments: { pattern: literal(wish.pattern), target: "content", path: wish.path } },
        {
          name: "terminal",
          arguments: { command: `grep -rnF -- ${shellQuoted(wish.pattern)} ${shellQuoted(wish.path)}` },
        },
      ];
    case "write":
      return [{ name: "write_file", arguments: { path: wish.path, content: `${wish.content}\n` } }];
    case "remember":
      return [{ name: "memory", arguments: { action: "add", target: "memory", content: wish.fact } }];
  }
}

function describe(wish: Known): string {
  switch (wish.kind) {
    case "list":
      return phrases.listing(wish.path);
    case "read":
      return phrases.reading(wish.path);
    case "run":
      return phrases.running(wish.command);
    case "search":
      return phrases.searching(wish.pattern, wish.path);
    case "write":
      return phrases.writing(wish.path);
    case "remember":
      return phrases.remembering;
  }
}

/** Leaves out what the offered tool has no parameter for. */
function fitted(call: PlannedCall, { parameters }: Prompt["tools"][number]): PlannedCall {
  const { properties } = parameters;
  if (!isRecord(properties)) return call;
  const known = Object.entries(call.arguments).filter(([name]) => name in properties);
  return { name: call.name, arguments: Object.fromEntries(known) };
}

function shellQuoted(word: string): string {
  return /^[\w./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** The search tool takes a regular expression; the user meant the words. */
function literal(words: string): string {
  return words.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}

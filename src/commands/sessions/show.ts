import { stripVTControlCharacters } from "node:util";
import type { CommandRun } from "../command.ts";
import { findSession } from "./find-session.ts";
import { sessionDocument } from "./format-json.ts";
import { sessionMarkdown } from "./format-markdown.ts";
import { withStore } from "./open.ts";
import { exit, has, json, usage } from "./replies.ts";

/** One session with what was said in it. */
export const show: CommandRun = async (call) => {
  const [reference] = call.positionals;
  if (reference === undefined || call.positionals.length > 1) return usage(call, "show ID [--exact] [--json]");
  return withStore(call, async (store) => {
    const found = findSession(call, store, reference, has(call, "exact"));
    if ("code" in found) return found.code;
    const archived = store.archive.read(found.session.id);
    if (archived === null) return exit.failed;
    if (has(call, "json")) return json(call, sessionDocument(archived));
    call.terminal.out(stripVTControlCharacters(sessionMarkdown(archived))); // a tool result may not move the cursor
    return exit.ok;
  });
};

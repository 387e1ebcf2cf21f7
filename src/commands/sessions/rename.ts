import { sessionsPhrases as say } from "../../text/phrases/sessions.ts";
import type { CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { findSession } from "./find-session.ts";
import { withStore } from "./open.ts";
import { exit, line, usage } from "./replies.ts";

const longestTitle = 200;

/** Gives a conversation another name. */
export const rename: CommandRun = async (call) => {
  const [reference, ...words] = call.positionals;
  const title = words.join(" ").trim();
  if (reference === undefined || words.length === 0) return usage(call, "rename ID TITLE");
  if (title === "" || title.length > longestTitle || /\p{Cc}/u.test(title)) return fail(call, say.badTitle, exit.usage);
  return withStore(call, async (store) => {
    const found = findSession(call, store, reference, false);
    if ("code" in found) return found.code;
    switch (await store.sessions.rename(found.session.id, title)) {
      case "renamed":
        return line(call, say.renamed(found.session.id, title));
      case "taken":
        return fail(call, say.titleTaken(title), exit.usage);
      case "missing":
        return fail(call, say.notFound(reference), exit.usage);
    }
  });
};

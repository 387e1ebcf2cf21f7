import { z } from "zod";
import type { FoundWords, MessageReader } from "../domain/context-nodes.ts";
import type { Connection } from "./connection.ts";
import type { MessageRows } from "./message-rows.ts";
import { extraField } from "./read-json.ts";
import { snippetOf } from "./search/snippet.ts";
import type { SessionScope, Store } from "./store.ts";

type Deps = { readonly connection: Connection; readonly rows: MessageRows; readonly search: Store["search"] };

const mostFound = 100;
const mostWords = 20;
const Place = z.object({ id: z.number(), session_id: z.string() });
const Owner = z.object({ user_id: z.string().nullable(), chat_id: z.string().nullable() });

const own = "session_id IN (SELECT id FROM sessions WHERE conversation_id = ?)";

/** The messages of one conversation, whatever sessions it went through; undone ones are found by their row alone. */
export function conversationMessages(deps: Deps, conversationId: string): MessageReader {
  const { connection, rows } = deps;
  return {
    get: (row) => connection.read(() => rows.where(`id = ? AND ${own}`, row, conversationId)[0]?.message ?? null),
    between: (first, last) =>
      connection.read(() =>
        rows
          .where(
            `id BETWEEN ? AND ? AND active = 1 AND ${own}
              AND session_id = (SELECT session_id FROM messages WHERE id = ?) ORDER BY id`,
            first,
            last,
            conversationId,
            first,
          )
          .map(({ id, message }) => ({ id, message })),
      ),
    search: (query, scope, limit) => {
      const most = Math.min(mostFound, Math.max(0, Math.floor(limit)));
      return scope === "all"
        ? everywhere(deps, conversationId, query, most)
        : within(deps, conversationId, query, most);
    },
  };
}

/** Scanned and not ranked: whatever stands in a message is found, half words and other scripts too. */
function within(
  { connection, rows }: Deps,
  conversationId: string,
  query: string,
  limit: number,
): readonly FoundWords[] {
  const words = query.split(/\s+/u).filter(Boolean).slice(0, mostWords);
  if (words.length === 0) return [];
  const said = words.map(
    () => String.raw`(coalesce(content, '') || ' ' || coalesce(tool_calls, '')) LIKE ? ESCAPE '\'`,
  );
  return connection.read(() =>
    connection
      .statement(
        `SELECT id, session_id FROM messages WHERE ${own} AND active = 1 AND ${extraField("_copy_of")} IS NULL AND ${said.join(" AND ")}
         ORDER BY id DESC LIMIT ?`,
      )
      .all(conversationId, ...words.map((word) => `%${word.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`), limit)
      .flatMap((row) => {
        const { id, session_id: sessionId } = Place.parse(row);
        const [found] = rows.where("id = ?", id);
        if (found === undefined) return [];
        const snippet = snippetOf(found.message, [{ text: words[0] ?? "", join: "AND", prefix: false }]);
        return [{ id, sessionId, role: found.message.role, snippet }];
      }),
  );
}

/** Other conversations too, as far as whoever speaks in this one may see them. */
function everywhere(
  { connection, search }: Deps,
  conversationId: string,
  query: string,
  limit: number,
): readonly FoundWords[] {
  const owner = connection.read(() =>
    connection
      .statement("SELECT user_id, chat_id FROM sessions WHERE conversation_id = ? ORDER BY rowid LIMIT 1")
      .get(conversationId),
  );
  const { hits } = search(query, { limit, includeTools: true, ...withinScope(owner) });
  return hits.map(({ match_message_id: id, session_id: sessionId, role, snippet }) => ({
    id,
    sessionId,
    role,
    snippet,
  }));
}

function withinScope(owner: unknown): { readonly within?: SessionScope } {
  const { user_id: userId = null, chat_id: chatId = null } = Owner.safeParse(owner).data ?? {};
  return userId === null && chatId === null ? {} : { within: { userId: userId ?? "", chatId: chatId ?? "" } };
}

import { z } from "zod";
import { secondsOf } from "../../domain/clock.ts";
import type { Route, Routes } from "../../domain/gateway-ledger.ts";
import type { Connection } from "../connection.ts";
import { readJson } from "../read-json.ts";
import type { LedgerDeps } from "./ledger.ts";

type Deps = Pick<LedgerDeps, "clock" | "log">;

export function routes({ statement, read, write }: Connection, deps: Deps): Routes {
  const { clock, log } = deps;
  return {
    get: (sessionKey) => {
      const row = read(() => statement(oneRoute).get(sessionKey));
      return row === undefined ? null : routeOf(RouteRow.parse(row), log);
    },
    set: (sessionKey, { sessionId, ...entry }) =>
      write(() => void statement(setRoute).run(sessionKey, sessionId, JSON.stringify(entry), secondsOf(clock))),
    all: () =>
      read(() => statement(allRoutes).all())
        .map((row) => RouteRow.parse(row))
        .map((row) => ({ ...routeOf(row, log), sessionKey: row.session_key })),
    note: (platform, name) => {
      const row = read(() => statement(oneNote).get(platform, name));
      return row === undefined ? null : String(row["value"]);
    },
    setNote: (platform, name, value) =>
      write(() => {
        if (value === null) statement(dropNote).run(platform, name);
        else statement(setNote).run(platform, name, value);
      }),
  };
}

const columns = "session_key, session_id, entry, updated_at";
const oneRoute = `SELECT ${columns} FROM routes WHERE session_key = ?`;
const allRoutes = `SELECT ${columns} FROM routes ORDER BY session_key`;
const setRoute = `INSERT OR REPLACE INTO routes (${columns}) VALUES (?, ?, ?, ?)`;
const oneNote = "SELECT value FROM platform_notes WHERE platform = ? AND name = ?";
const dropNote = "DELETE FROM platform_notes WHERE platform = ? AND name = ?";
const setNote = "INSERT OR REPLACE INTO platform_notes (platform, name, value) VALUES (?, ?, ?)";

const RouteRow = z.object({
  session_key: z.string(),
  session_id: z.string().nullable(),
  entry: z.string(),
  updated_at: z.number(),
});

const Entry = z.object({
  lastActivityMs: z.number(),
  resumePendingMs: z.number().nullable(),
  address: z
    .object({ platform: z.string(), chat: z.object({ chatId: z.string(), threadId: z.string().nullable() }) })
    .nullable(),
});

/** Where only the entry is damaged the chat keeps its session. */
function routeOf(row: z.infer<typeof RouteRow>, log: Deps["log"]): Route {
  const { session_id: sessionId, entry, updated_at: updatedAt } = row;
  const read = Entry.safeParse(readJson(entry));
  if (read.success) return { sessionId, ...read.data };
  log("warning", "gateway.routes.damaged", { session: sessionId });
  return { sessionId, lastActivityMs: updatedAt * 1_000, resumePendingMs: null, address: null };
}

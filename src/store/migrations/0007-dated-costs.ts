import type { Migration } from "./migration.ts";

/** When side work was done and caches broke. What was only added up per session gets the day it was last active. */
export const datedCosts: Migration = {
  version: 7,
  destructive: true, // cache_breaks gets another key
  up: (db) => {
    db.exec(sideWork);
    const isDated = db.prepare("SELECT 1 FROM pragma_table_info('cache_breaks') WHERE name = 'at'").get();
    if (isDated === undefined) db.exec(breaks);
  },
};

const tokens =
  "api_calls, input_tokens, output_tokens, cache_read_tokens, cache_write_tokens, reasoning_tokens, cost_usd";
const usedTokens = tokens.replaceAll(/\w+/g, "u.$&");

const sideWork = `
CREATE TABLE IF NOT EXISTS side_work (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  at REAL NOT NULL,
  model TEXT NOT NULL,
  provider TEXT NOT NULL,
  task TEXT NOT NULL,
  api_calls INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cache_read_tokens INTEGER NOT NULL,
  cache_write_tokens INTEGER NOT NULL,
  reasoning_tokens INTEGER NOT NULL,
  cost_usd REAL
) STRICT;
CREATE INDEX IF NOT EXISTS side_work_time ON side_work(at);
CREATE INDEX IF NOT EXISTS side_work_session ON side_work(session_id);
INSERT INTO side_work (session_id, at, model, provider, task, ${tokens})
  SELECT u.session_id, s.last_activity_at, u.model, u.provider, u.task, ${usedTokens}
  FROM usage u JOIN sessions s ON s.id = u.session_id
  WHERE u.task <> '' AND NOT EXISTS (SELECT 1 FROM side_work);
`;

const breaks = `
CREATE TABLE dated_breaks (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  at REAL NOT NULL,
  cause TEXT NOT NULL,
  breaks INTEGER NOT NULL,
  missed_tokens INTEGER NOT NULL,
  cost_usd REAL
) STRICT;
INSERT INTO dated_breaks (session_id, at, cause, breaks, missed_tokens, cost_usd)
  SELECT b.session_id, s.last_activity_at, b.cause, b.breaks, b.missed_tokens, b.cost_usd
  FROM cache_breaks b JOIN sessions s ON s.id = b.session_id;
DROP TABLE cache_breaks;
ALTER TABLE dated_breaks RENAME TO cache_breaks;
CREATE INDEX cache_breaks_time ON cache_breaks(at);
CREATE INDEX cache_breaks_session ON cache_breaks(session_id);
`;

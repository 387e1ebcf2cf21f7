import type { Migration } from "./migration.ts";
import { copyMark } from "../original-rows.ts";

/** What insights are made of: how tool calls went, what was decided, when compressions were, and messages by their time. */
export const figures: Migration = {
  version: 6,
  destructive: false,
  up: (db) => {
    const dated = db.prepare("SELECT 1 FROM pragma_table_info('compressions') WHERE name = 'at'").get();
    if (dated === undefined) db.exec("ALTER TABLE compressions ADD COLUMN at REAL");
    db.exec(tables);
  },
};

const tables = `
UPDATE compressions SET at = (SELECT started_at FROM sessions WHERE id = new_session_id) WHERE at IS NULL;
CREATE INDEX IF NOT EXISTS compressions_time ON compressions(at);
CREATE TABLE IF NOT EXISTS tool_runs (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  turn_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  status TEXT NOT NULL,
  duration_ms REAL NOT NULL,
  at REAL NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS tool_runs_time ON tool_runs(at);
CREATE INDEX IF NOT EXISTS tool_runs_session ON tool_runs(session_id);
CREATE TABLE IF NOT EXISTS approvals (
  id INTEGER PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  turn_id TEXT NOT NULL,
  tool TEXT NOT NULL,
  rule TEXT,
  command_redacted TEXT NOT NULL,
  decision TEXT NOT NULL,
  "by" TEXT NOT NULL,
  scope TEXT,
  at REAL NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS approvals_time ON approvals(at);
CREATE INDEX IF NOT EXISTS approvals_session ON approvals(session_id);
CREATE INDEX IF NOT EXISTS messages_time ON messages(timestamp, session_id, ${copyMark});
`;

import type { Migration } from "./migration.ts";

/** What a gateway must not lose: which session a chat talks to, messages and answers on their way, and who may speak. */
export const gateway: Migration = {
  version: 8,
  destructive: false,
  up: (db) => {
    db.exec(routes);
    db.exec(messages);
    db.exec(people);
  },
};

// A route may name a session before its first turn stores it, so nothing refers to `sessions`.
const routes = `
CREATE TABLE IF NOT EXISTS routes (
  session_key TEXT PRIMARY KEY,
  session_id TEXT,
  entry TEXT NOT NULL,
  updated_at REAL NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS platform_notes (
  platform TEXT NOT NULL,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (platform, name)
) STRICT;
`;

const messages = `
CREATE TABLE IF NOT EXISTS inbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  platform TEXT NOT NULL,
  chat_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  session_key TEXT NOT NULL,
  seq INTEGER NOT NULL,
  payload TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('new', 'claimed', 'done', 'dropped')),
  received_at REAL NOT NULL,
  claimed_by TEXT,
  UNIQUE (platform, chat_id, message_id)
) STRICT;
CREATE INDEX IF NOT EXISTS inbox_session ON inbox(session_key, state, seq);
CREATE INDEX IF NOT EXISTS inbox_open ON inbox(id) WHERE state IN ('new', 'claimed');
CREATE TABLE IF NOT EXISTS outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_key TEXT NOT NULL,
  platform TEXT NOT NULL,
  chat_id TEXT NOT NULL,
  thread_id TEXT,
  reply_to TEXT,
  content TEXT NOT NULL,
  media TEXT,
  state TEXT NOT NULL CHECK (state IN ('pending', 'attempting', 'delivered', 'failed', 'abandoned')),
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at REAL NOT NULL,
  updated_at REAL NOT NULL,
  last_error TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS outbox_state ON outbox(state, updated_at);
`;

const people = `
CREATE TABLE IF NOT EXISTS pairing (
  platform TEXT NOT NULL,
  user_id TEXT NOT NULL,
  user_name TEXT,
  code_hash TEXT,
  state TEXT NOT NULL CHECK (state IN ('pending', 'approved')),
  at REAL NOT NULL,
  expires_at REAL,
  PRIMARY KEY (platform, user_id)
) STRICT;
CREATE TABLE IF NOT EXISTS pairing_locks (
  platform TEXT PRIMARY KEY,
  attempts INTEGER NOT NULL,
  expires_at REAL NOT NULL
) STRICT;
`;

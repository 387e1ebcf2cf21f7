import type { DatabaseSync } from "node:sqlite";
import { createSearchIndex, hasFts5 } from "../search/search-index.ts";
import type { Migration } from "./migration.ts";

export const foundation: Migration = {
  version: 1,
  destructive: false,
  up: (db: DatabaseSync): void => {
    db.exec(sessions);
    db.exec(messages);
    db.exec(accounts);
    db.exec(context);
    if (hasFts5(db)) createSearchIndex(db);
  },
};

const sessions = `
CREATE TABLE prompts (hash TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL,
  source TEXT NOT NULL,
  user_id TEXT, session_key TEXT, chat_id TEXT, chat_type TEXT, thread_id TEXT, origin_json TEXT,
  title TEXT,
  title_source TEXT CHECK (title_source IN ('user', 'auto')),
  model TEXT NOT NULL,
  provider TEXT NOT NULL,
  model_config TEXT,
  prompt_hash TEXT REFERENCES prompts(hash),
  prompt_meta TEXT,
  system_prompt_override TEXT,
  tools_hash TEXT,
  cache_state TEXT,
  parent_session_id TEXT REFERENCES sessions(id) DEFERRABLE INITIALLY DEFERRED,
  relation TEXT CHECK (relation IN ('compression', 'branch', 'delegation', 'background', 'cron')),
  started_at REAL NOT NULL,
  ended_at REAL,
  end_reason TEXT,
  last_activity_at REAL NOT NULL,
  cwd TEXT, git_branch TEXT, git_root TEXT,
  message_count INTEGER NOT NULL DEFAULT 0,
  tool_call_count INTEGER NOT NULL DEFAULT 0,
  api_call_count INTEGER NOT NULL DEFAULT 0,
  input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  cache_read_tokens INTEGER NOT NULL DEFAULT 0,
  cache_write_tokens INTEGER NOT NULL DEFAULT 0,
  reasoning_tokens INTEGER NOT NULL DEFAULT 0,
  cost_usd REAL,
  cost_status TEXT NOT NULL DEFAULT 'unknown',
  compression_count INTEGER NOT NULL DEFAULT 0,
  ineffective_compressions INTEGER NOT NULL DEFAULT 0,
  compression_cooldown_until REAL,
  archived INTEGER NOT NULL DEFAULT 0,
  pinned INTEGER NOT NULL DEFAULT 0,
  hidden INTEGER NOT NULL DEFAULT 0,
  owner TEXT
) STRICT;
CREATE UNIQUE INDEX sessions_title ON sessions(title) WHERE title IS NOT NULL;
CREATE INDEX sessions_source ON sessions(source, last_activity_at);
CREATE INDEX sessions_activity ON sessions(last_activity_at);
CREATE INDEX sessions_conversation ON sessions(conversation_id, started_at);
CREATE INDEX sessions_parent ON sessions(parent_session_id);
CREATE INDEX sessions_key ON sessions(session_key, started_at);
CREATE INDEX sessions_cwd ON sessions(cwd);
`;

const messages = `
CREATE TABLE messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  turn_id TEXT,
  role TEXT NOT NULL,
  content TEXT,
  tool_call_id TEXT,
  tool_calls TEXT,
  tool_name TEXT,
  reasoning TEXT,
  reasoning_details TEXT,
  codex_reasoning_items TEXT,
  extra TEXT,
  finish_reason TEXT,
  token_count INTEGER,
  timestamp REAL NOT NULL,
  platform_message_id TEXT,
  sender TEXT,
  active INTEGER NOT NULL DEFAULT 1,
  compacted INTEGER NOT NULL DEFAULT 0,
  display_kind TEXT
) STRICT;
CREATE INDEX messages_session ON messages(session_id, id);
CREATE INDEX messages_active ON messages(session_id, active, id);
CREATE INDEX messages_calls ON messages(session_id) WHERE role = 'assistant' AND tool_calls IS NOT NULL;
`;

const accounts = `
CREATE TABLE turns (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  turn_id TEXT NOT NULL UNIQUE,
  started_at REAL NOT NULL,
  ended_at REAL NOT NULL,
  exit_reason TEXT NOT NULL,
  exit_detail TEXT,
  iterations INTEGER NOT NULL,
  api_calls INTEGER NOT NULL,
  tool_calls INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cache_read_tokens INTEGER NOT NULL,
  cache_write_tokens INTEGER NOT NULL,
  reasoning_tokens INTEGER NOT NULL,
  cost_usd REAL,
  cost_status TEXT NOT NULL,
  model TEXT NOT NULL,
  provider TEXT NOT NULL,
  fallback INTEGER NOT NULL,
  interrupted INTEGER NOT NULL,
  error_code TEXT
) STRICT;
CREATE INDEX turns_session ON turns(session_id);
CREATE INDEX turns_started ON turns(started_at);
CREATE TABLE usage (
  session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  model TEXT NOT NULL,
  provider TEXT NOT NULL,
  task TEXT NOT NULL,
  api_calls INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cache_read_tokens INTEGER NOT NULL,
  cache_write_tokens INTEGER NOT NULL,
  reasoning_tokens INTEGER NOT NULL,
  cost_usd REAL,
  PRIMARY KEY (session_id, model, provider, task)
) STRICT, WITHOUT ROWID;
CREATE TABLE leases (
  resource TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  token INTEGER NOT NULL,
  expires_at REAL NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX leases_expiry ON leases(expires_at);
`;

const context = `
CREATE TABLE compressions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  session_id TEXT NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  new_session_id TEXT REFERENCES sessions(id) ON DELETE SET NULL,
  trigger TEXT NOT NULL,
  messages_before INTEGER NOT NULL,
  messages_after INTEGER NOT NULL,
  tokens_before INTEGER NOT NULL,
  tokens_after INTEGER NOT NULL,
  duration_ms REAL NOT NULL,
  model TEXT,
  focus TEXT,
  ok INTEGER NOT NULL,
  error TEXT,
  record TEXT NOT NULL
) STRICT;
CREATE INDEX compressions_session ON compressions(session_id);
CREATE TABLE context_nodes (
  id TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL,
  engine TEXT NOT NULL,
  depth INTEGER NOT NULL,
  text TEXT NOT NULL,
  tokens INTEGER NOT NULL,
  level INTEGER NOT NULL,
  first_msg INTEGER,
  last_msg INTEGER,
  children TEXT,
  created_at REAL NOT NULL,
  supersedes TEXT
) STRICT;
CREATE INDEX context_nodes_place ON context_nodes(conversation_id, engine, depth);
`;

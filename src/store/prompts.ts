import { hash as hashOf } from "node:crypto";
import { z } from "zod";
import type { Connection } from "./connection.ts";
import { readJson, unreadable } from "./read-json.ts";
import type { StoredPrompt } from "./store.ts";

const PromptRow = z.object({ text: z.string().nullable(), meta: z.string().nullable() });

/** Keeps a system prompt once, however many sessions share it; returns its hash. Inside a transaction. */
export function keepPrompt({ statement }: Connection, text: string): string {
  const hash = hashOf("sha256", text);
  statement("INSERT OR IGNORE INTO prompts (hash, text) VALUES (?, ?)").run(hash, text);
  return hash;
}

/** The prompt a session was started with, byte for byte; an override (imports, repairs) wins over it. */
export function promptOf({ statement }: Connection, id: string): StoredPrompt | null {
  const row = statement(
    `SELECT coalesce(s.system_prompt_override, p.text) AS text, s.prompt_meta AS meta
     FROM sessions s LEFT JOIN prompts p ON p.hash = s.prompt_hash WHERE s.id = ?`,
  ).get(id);
  if (row === undefined) return null;
  const { text, meta } = PromptRow.parse(row);
  return text === null ? null : { text, meta: readable(readJson(meta)) };
}

/** Damaged notes about the layers cost a rebuilt prompt, not the session. */
function readable(meta: unknown): unknown {
  return meta === unreadable ? null : meta;
}

export function dropUnusedPrompts({ statement }: Connection): void {
  statement(
    "DELETE FROM prompts WHERE hash NOT IN (SELECT prompt_hash FROM sessions WHERE prompt_hash IS NOT NULL)",
  ).run();
}

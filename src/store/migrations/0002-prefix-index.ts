import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { extraField } from "../read-json.ts";
import { createSearchIndex, hasFts5, indexEntry } from "../search/search-index.ts";
import type { Migration } from "./migration.ts";

/** Prefixes get an index of their own. The old index is thrown away and every message read anew; it is derived, so nothing is lost. */
export const prefixIndex: Migration = {
  version: 2,
  destructive: false,
  up: (db: DatabaseSync): void => {
    if (!hasFts5(db) || hasPrefixes(db)) return; // a database made today was born with it
    db.exec("DROP TABLE IF EXISTS search_index");
    createSearchIndex(db);
    const insert = db.prepare("INSERT INTO search_index (rowid, body, tool) VALUES (?, ?, ?)");
    for (const row of db.prepare(originals).iterate()) {
      const { id, role, content, has_parts: hasParts } = Row.parse(row);
      const text = hasParts === 1 ? textOfParts(content) : content;
      if (text !== "") insert.run(id, ...indexEntry(role, text));
    }
  },
};

function hasPrefixes(db: DatabaseSync): boolean {
  const sql = db.prepare("SELECT sql FROM sqlite_schema WHERE name = 'search_index'").get()?.["sql"];
  return String(sql).includes("prefix=");
}

const originals = `SELECT id, role, coalesce(content, '') AS content, ${extraField("_parts")} IS NOT NULL AS has_parts
  FROM messages WHERE ${extraField("_copy_of")} IS NULL ORDER BY id`;

const Row = z.object({ id: z.number(), role: z.string(), content: z.string(), has_parts: z.number() });
const Parts = z.array(z.object({ text: z.string().optional() }));

function textOfParts(json: string): string {
  try {
    const parts = Parts.safeParse(JSON.parse(json)).data ?? [];
    return parts.flatMap(({ text }) => text ?? []).join("\n");
  } catch {
    return ""; // a damaged row has no words to be found by
  }
}

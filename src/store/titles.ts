import type { Connection } from "./connection.ts";

/** A title names one conversation; the next one that wants it gets a number. */
export function freeTitle(connection: Connection, wanted: string | null): string | null {
  if (wanted === null || wanted.trim() === "") return null;
  const base = wanted.trim();
  for (let number = 1; ; number++) {
    const title = number === 1 ? base : `${base} #${number}`;
    if (ownerOf(connection, title) === null) return title;
  }
}

/** The session that bears a title. */
export function ownerOf({ statement }: Connection, title: string): string | null {
  const row = statement("SELECT id FROM sessions WHERE title = ?").get(title);
  return typeof row?.["id"] === "string" ? row["id"] : null;
}

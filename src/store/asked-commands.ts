import { z } from "zod";
import type { Connection } from "./connection.ts";

/** A shell command that a person was asked about, as the audit kept it: masked and cut. */
export type AskedCommand = {
  readonly command: string;
  readonly decision: "allow" | "deny";
  /** Where its session worked; null: the session is gone or never said. */
  readonly cwd: string | null;
};

const Row = z.object({ command: z.string(), decision: z.enum(["allow", "deny"]), cwd: z.string().nullable() });
const most = 10_000; // the newest say most about what is wanted now

/** Newest first. A database in which nothing of this was kept has none. */
export function askedCommands({ db, statement, read }: Connection): readonly AskedCommand[] {
  return read(() => {
    const table = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'approvals'").get();
    if (table === undefined) return [];
    const rows = statement(
      `SELECT a.command_redacted AS command, a.decision, s.cwd FROM approvals a LEFT JOIN sessions s ON s.id = a.session_id
       WHERE a.tool = 'terminal' AND a."by" = 'user' ORDER BY a.id DESC LIMIT ${most}`,
    ).all();
    return rows.flatMap((row) => {
      const checked = Row.safeParse(row);
      return checked.success ? [checked.data] : [];
    });
  });
}

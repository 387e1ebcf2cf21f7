import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";

const MessageRow = z.object({
  session_id: z.string(),
  role: z.string(),
  content: z.string().nullable(),
  tool_calls: z.string().nullable(),
  tool_call_id: z.string().nullable(),
  turn_id: z.string().nullable(),
});
const TurnRow = z.object({ turn_id: z.string(), exit_reason: z.string() });

export type StoredMessage = z.infer<typeof MessageRow>;
export type StoredTurn = z.infer<typeof TurnRow>;

/** Reads the database past the program. */
export class Observer {
  readonly db: DatabaseSync;

  constructor(home: string) {
    this.db = new DatabaseSync(join(home, "hermes.db"), { timeout: 10 });
  }

  /** Whether the request for a job stands on disk. */
  knows(job: string): boolean {
    return this.db.prepare("SELECT 1 FROM messages WHERE instr(tool_calls, ?) > 0").get(job) !== undefined;
  }

  session(): string | null {
    const row = this.db.prepare("SELECT id FROM sessions ORDER BY started_at DESC, rowid DESC LIMIT 1").get();
    return row === undefined ? null : String(row["id"]);
  }

  messages(): readonly StoredMessage[] {
    const rows = this.db.prepare(
      "SELECT session_id, role, content, tool_calls, tool_call_id, turn_id FROM messages WHERE active = 1 ORDER BY session_id, id",
    );
    return rows.all().map((row) => MessageRow.parse({ ...row }));
  }

  turns(): readonly StoredTurn[] {
    const rows = this.db.prepare("SELECT turn_id, exit_reason FROM turns ORDER BY id").all();
    return rows.map((row) => TurnRow.parse({ ...row }));
  }

  problems(): readonly string[] {
    const rows = this.db.prepare("PRAGMA integrity_check(3)").all();
    return rows.map((row) => String(row["integrity_check"])).filter((line) => line !== "ok");
  }

  /** A killed process is gone for good, though in the test it has the number of a living one. */
  buryHolders(): void {
    this.db.prepare("UPDATE leases SET holder = replace(holder, ';start=', ';start=gone')").run();
  }
}

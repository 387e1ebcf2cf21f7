import { StatementSync } from "node:sqlite";

/**
 * Loaded into a process before its program (`node --import`): `KILL_AT_COMMIT=before:3` ends it as a power cut would, when
 * the third transaction is about to be committed; `after:3` when it has just been.
 */
const [moment, number] = (process.env["KILL_AT_COMMIT"] ?? "").split(":");
const run: unknown = Object.getOwnPropertyDescriptor(StatementSync.prototype, "run")?.value;
if (typeof run !== "function") throw new Error("node:sqlite is not what it was");
let commits = 0;

const value = new Proxy(run, {
  apply: (original, statement: unknown, values: unknown[]): unknown => {
    const isCommit = statement instanceof StatementSync && statement.sourceSQL === "COMMIT";
    const isFatal = isCommit && ++commits === Number(number);
    if (isFatal && moment === "before") process.kill(process.pid, "SIGKILL");
    const result: unknown = Reflect.apply(original, statement, values);
    if (isFatal) process.kill(process.pid, "SIGKILL");
    return result;
  },
});
Object.defineProperty(StatementSync.prototype, "run", { value });

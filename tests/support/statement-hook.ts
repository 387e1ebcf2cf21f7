import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";

/** Stands before and behind every statement that is run; what it throws is what SQLite would have said. */
export type StatementHook = {
  readonly before: (db: DatabaseSync, sql: string) => void;
  readonly after: (db: DatabaseSync, sql: string) => void;
};

/** The store opens its database itself, so the trouble is put where a real one comes from: under the statements. */
export function hookStatements(hook: StatementHook): Disposable {
  const { prototype } = DatabaseSync;
  const plain = Object.getOwnPropertyDescriptor(prototype, "prepare") ?? {};
  const prepare: unknown = plain.value;
  if (!isPrepare(prepare)) throw new Error("node:sqlite prepares its statements in another way now");
  const hooked = function (this: DatabaseSync, sql: string) {
    const statement = prepare.call(this, sql);
    for (const name of ["run", "get", "all"] as const) {
      const call = statement[name].bind(statement);
      const value = (...values: readonly SQLInputValue[]): unknown => {
        hook.before(this, sql);
        const result: unknown = call(...values);
        hook.after(this, sql);
        return result;
      };
      Object.defineProperty(statement, name, { value });
    }
    return statement;
  };
  Object.defineProperty(prototype, "prepare", { ...plain, value: hooked });
  return { [Symbol.dispose]: () => void Object.defineProperty(prototype, "prepare", plain) };
}

function isPrepare(value: unknown): value is (this: DatabaseSync, sql: string) => StatementSync {
  return typeof value === "function";
}

/** An error as node:sqlite throws it. */
export function sqliteError(errcode: number, message: string): Error {
  return Object.assign(new Error(message), { code: "ERR_SQLITE_ERROR", errcode, errstr: message });
}

import { closeSync, openSync } from "node:fs";

/** An empty file that is private from its first moment; an existing one is left as it is. */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, "ax", 0o600));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}

import type { ShellBackend } from "../domain/shell-backend.ts";
import { later } from "./later.ts";

/** What is known of a backend before its code is loaded. */
type Known = Pick<ShellBackend, "name" | "isolation"> & {
  /** Its programs find a folder of this machine under the same path. */
  readonly shares: boolean;
};

/** A backend whose code is loaded when the first program starts: most answers start none. */
export function lateBackend({ shares, ...known }: Known, load: () => Promise<ShellBackend>): ShellBackend {
  let opened: ShellBackend | null = null;
  const backend = later(async () => (opened = await load()));
  const exchangeFolder = async (): Promise<string> => {
    const folder = await (await backend()).exchangeFolder?.();
    if (folder === undefined) throw new Error(`the backend ${known.name} shares no folder`);
    return folder;
  };
  return {
    ...known,
    start: async (program) => (await backend()).start(program),
    ...(shares ? { exchangeFolder } : {}),
    close: async () => opened?.close(),
  };
}

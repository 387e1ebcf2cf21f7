import type { ShellBackend } from "../../domain/shell-backend.ts";
import type { Trial } from "./bubblewrap-trial.ts";

export type BackendChoices = {
  readonly trial: () => Trial;
  readonly walled: () => ShellBackend;
  readonly open: () => ShellBackend;
  /** Told why there are no walls, when that is decided. */
  readonly onOpen: (why: string) => void;
};

/** Walls where this machine can build them. Decided when somebody first has to know, and then for good. */
export function chooseBackend({ trial, walled, open, onOpen }: BackendChoices): ShellBackend {
  let chosen: ShellBackend | null = null;
  const decide = (): ShellBackend => {
    const result = trial();
    if (result.kind === "works") return walled();
    onOpen(result.why);
    return open();
  };
  const backend = (): ShellBackend => (chosen ??= decide());
  return {
    get name() {
      return backend().name;
    },
    get isolation() {
      return backend().isolation;
    },
    get exchangeFolder() {
      return backend().exchangeFolder;
    },
    start: (program) => backend().start(program),
    close: async () => chosen?.close(),
  };
}

import type { LedgerDeps } from "./ledger.ts";

/** Who works on a message. */
export type Claimant = {
  /** Written into the rows it claims; another one in each life of a process. */
  readonly name: string;
  /** Whether nobody works any more on what carries this name. */
  readonly isGone: (name: string | null) => boolean;
};

/**
 * Of this machine it is known who lives. A claim from another one counts as left behind: a home has one gateway, which
 * its lock sees to, and a container that was made anew has another host name.
 */
export function claimantOf({ process: self, rng, isAlive }: Pick<LedgerDeps, "process" | "rng" | "isAlive">): Claimant {
  const life = `pid=${self.pid};start=${self.startTime};host=${self.host};`;
  const own = `${life}${rng.hex(8)}`;
  return {
    name: own,
    isGone: (name) => {
      if (name === own) return false;
      const [, pid, start = "", host] = /^pid=(\d+);start=([^;]*);host=([^;]*);/u.exec(name ?? "") ?? [];
      if (host !== self.host || name?.startsWith(life) === true) return true;
      return !isAlive(Number(pid), start);
    },
  };
}

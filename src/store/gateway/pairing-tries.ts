import { z } from "zod";
import type { Connection } from "../connection.ts";

const mostTries = 5;
const lockSeconds = 3_600;

/** Wrong codes of a platform: the fifth closes it for an hour; after an hour without one they are forgotten. */
export type PairingTries = {
  /** When it opens again; null: it is open. */
  readonly lockedUntil: (platform: string, now: number) => number | null;
  /** How many more there may be. */
  readonly miss: (platform: string, now: number) => number;
  readonly clear: (platform: string) => void;
};

export function pairingTries({ statement }: Connection): PairingTries {
  const recent = (platform: string, now: number): Tries => {
    const row = statement("SELECT attempts, expires_at FROM pairing_locks WHERE platform = ?").get(platform);
    const tries = row === undefined ? none : Tries.parse(row);
    return tries.expires_at > now ? tries : none;
  };
  return {
    lockedUntil: (platform, now) => {
      const { attempts, expires_at: until } = recent(platform, now);
      return attempts >= mostTries ? until : null;
    },
    miss: (platform, now) => {
      const attempts = recent(platform, now).attempts + 1;
      statement(setTries).run(platform, attempts, now + lockSeconds);
      return mostTries - attempts;
    },
    clear: (platform) => void statement("DELETE FROM pairing_locks WHERE platform = ?").run(platform),
  };
}

const setTries = "INSERT OR REPLACE INTO pairing_locks (platform, attempts, expires_at) VALUES (?, ?, ?)";

const Tries = z.object({ attempts: z.number(), expires_at: z.number() });
type Tries = z.infer<typeof Tries>;
const none: Tries = { attempts: 0, expires_at: 0 };

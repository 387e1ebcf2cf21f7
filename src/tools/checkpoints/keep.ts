import { type Clock, secondsOf } from "../../domain/clock.ts";
import { textOrFailure, type Failure } from "./failure.ts";
import { allLedgers, changeLedger, type Entry, type Ledger } from "./ledger.ts";
import type { ShadowGit } from "./shadow-git.ts";

export type KeepRules = {
  readonly mostPerProject: number;
  /** null: however old. */
  readonly oldestSeconds: number | null;
  /** Of all projects together. */
  readonly mostBytes: number;
};

/** Those that stay: not too many, not too old. The same list when all do. */
export function kept(entries: readonly Entry[], rules: KeepRules, nowSeconds: number): readonly Entry[] {
  const { mostPerProject, oldestSeconds } = rules;
  const isYoung = ({ at_seconds: at }: Entry): boolean => oldestSeconds === null || nowSeconds - at <= oldestSeconds;
  const staying = entries.filter(isYoung).slice(-mostPerProject);
  return staying.length === entries.length ? entries : staying;
}

type Dropped = { readonly kind: "dropped"; readonly count: number };

const mostLoose = 5_000; // objects of their own before they are packed
const rounds = 4;
const unreachable = "--prune=2.minutes.ago"; // another process may be writing a checkpoint this very moment

/** Lets go of what is too old or too many, and of the oldest half as long as all together is too large. */
export async function dropExcess(
  git: ShadowGit,
  rules: KeepRules,
  clock: Clock,
  signal: AbortSignal,
): Promise<Dropped | Failure> {
  const now = secondsOf(clock);
  const old = await dropFrom((ledger) => kept(ledger.entries, rules, now), git, signal);
  if (old.kind !== "dropped") return old;
  let { count } = old;
  for (let round = 0; round < rounds; round += 1) {
    const size = await storeSize(git, signal);
    if (size.kind !== "size") return size;
    const isTooLarge = size.bytes > rules.mostBytes;
    if (!isTooLarge && (count === 0 || round > 0) && size.loose <= mostLoose) break;
    if (isTooLarge && round > 0) {
      const more = await dropFrom(newerHalf, git, signal);
      if (more.kind !== "dropped") return more;
      count += more.count;
    }
    const packed = textOrFailure(await git.run({ args: ["gc", "--quiet", unreachable] }, signal));
    if (packed.kind !== "text") return packed;
  }
  return { kind: "dropped", count };
}

function newerHalf({ entries }: Ledger): readonly Entry[] {
  return entries.slice(Math.ceil(entries.length / 2));
}

async function dropFrom(
  staying: (ledger: Ledger) => readonly Entry[],
  git: ShadowGit,
  signal: AbortSignal,
): Promise<Dropped | Failure> {
  const all = await allLedgers(git, signal);
  if (all.kind !== "ledgers") return all;
  let count = 0;
  for (const { root, entries } of all.ledgers) {
    const stay = staying({ root, entries });
    if (stay.length === entries.length) continue;
    const ids = new Set(stay.map(({ id }) => id));
    const known = new Set(entries.map(({ id }) => id));
    const keeps = ({ id }: Entry): boolean => ids.has(id) || !known.has(id); // new ones may have come since
    const written = await changeLedger(root, (now) => now.filter(keeps), git, signal);
    if (written.kind !== "written") return written;
    count += entries.length - stay.length;
  }
  return { kind: "dropped", count };
}

type Size = { readonly kind: "size"; readonly bytes: number; readonly loose: number };

export async function storeSize(git: ShadowGit, signal: AbortSignal): Promise<Size | Failure> {
  const answer = textOrFailure(await git.run({ args: ["count-objects", "-v"] }, signal));
  if (answer.kind !== "text") return answer;
  const value = (name: string): number => Number(new RegExp(`^${name}: (\\d+)`, "m").exec(answer.text)?.[1] ?? 0);
  return { kind: "size", bytes: (value("size") + value("size-pack")) * 1_024, loose: value("count") };
}

import { blockersIn } from "../src/safety/injection/scanner.ts";
import { negatives, positives, unseen } from "../tests/support/injection-corpus.ts";
import { calmRound, type Figure } from "./figures.ts";

/** How well the injection scanner tells attacks from ordinary lines, and what 64 KiB of prose cost it. */
export async function injectionFigures(): Promise<readonly Figure[]> {
  const known = {
    attacks: positives.filter(({ blocks }) => blocks).map(({ text, scope }) => blockersIn(text, scope).length > 0),
    ordinary: negatives.map(({ text, scope }) => blockersIn(text, scope).length > 0),
  };
  const fresh = {
    attacks: unseen.attacks.map((text) => blockersIn(text, "context").length > 0),
    ordinary: unseen.ordinary.map((text) => blockersIn(text, "context").length > 0),
  };
  const prose = unseen.ordinary.join("\n").repeat(40).slice(0, 65_536);
  const scanMs = calmRound(Array.from({ length: 12 }, () => timed(() => blockersIn(prose, "context"))));
  return [
    ...quality("injection, known texts", known, 100),
    ...quality("injection, unseen texts", fresh, 90),
    { name: "injection, scan of 64 KiB", unit: "ms", ours: scanMs, bare: null, limit: { kind: "at most", value: 50 } },
  ];
}

type Blocked = { readonly attacks: readonly boolean[]; readonly ordinary: readonly boolean[] };

function quality(name: string, { attacks, ordinary }: Blocked, least: number): readonly Figure[] {
  const caught = attacks.filter(Boolean).length;
  const mistaken = ordinary.filter(Boolean).length;
  return [
    percent(`${name}: precision`, caught / (caught + mistaken), least),
    percent(`${name}: recall`, caught / attacks.length, least),
  ];
}

function percent(name: string, share: number, least: number): Figure {
  return { name, unit: "%", ours: share * 100, bare: null, limit: { kind: "at least", value: least } };
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

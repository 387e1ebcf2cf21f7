import { afterAll, beforeAll, expect, test } from "vitest";
import { openLab, type Lab } from "./lab.ts";

const seed = 20261115;
const runs = 200;
const minute = 60_000;
const opened: Lab[] = [];

beforeAll(async () => void opened.push(await openLab()), minute);
afterAll(() => opened.forEach((each) => each[Symbol.dispose]()));

function lab(): Lab {
  const [first] = opened;
  if (first === undefined) throw new Error("The lab is closed");
  return first;
}

test(
  `whatever happens on the wire and on disk, ${runs} conversations keep every promise`,
  async () => {
    const broken: object[] = [];
    for (let run = 0; run < runs; run++) {
      const { violations } = await lab().run(seed, run);
      if (violations.length > 0) broken.push({ replay: `npm run chaos -- --seed ${seed} --run ${run}`, violations });
    }
    expect(broken).toEqual([]);
  },
  10 * minute, // it takes ten seconds; other work on the machine may not fail it
);

test(
  "the same seed gives the same run, byte for byte, whatever ran before it",
  async () => {
    const forwards: string[] = [];
    for (let run = 0; run < 15; run++) forwards.push((await lab().run(seed, run)).fingerprint);
    const backwards: string[] = [];
    for (let run = 14; run >= 0; run--) backwards.unshift((await lab().run(seed, run)).fingerprint);
    expect(backwards).toEqual(forwards);
    expect(new Set(forwards).size).toBe(15);
  },
  minute,
);

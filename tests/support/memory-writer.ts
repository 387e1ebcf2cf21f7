import { systemClock } from "../../src/app/system-clock.ts";
import { systemRng } from "../../src/app/system-rng.ts";
import { noLog } from "../../src/domain/log.ts";
import { createMemoryStores } from "../../src/memory/memory-stores.ts";

/** A process of its own that adds entries to MEMORY.md, one write each: `<home> <name> <count>`. Prints what failed. */
const [home = "", name = "", count = "0"] = process.argv.slice(2);
const stores = createMemoryStores(
  { home, enabled: { memory: true, user: true }, limits: { memory: 10_000_000, user: 1 } },
  { clock: systemClock, rng: systemRng, log: noLog, scan: () => ({ blocked: false, reasons: [] }) },
);
for (let number = 0; number < Number(count); number++) {
  const change = await stores.change("memory", [{ action: "add", content: `${name}-${number}` }]);
  if (change.kind === "refused") process.stdout.write(`${number}: ${change.message}\n`);
}

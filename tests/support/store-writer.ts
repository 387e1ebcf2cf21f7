import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { noLog } from "../../src/domain/log.ts";
import { systemClock } from "../../src/app/system-clock.ts";
import { systemRng } from "../../src/app/system-rng.ts";
import { openStore } from "../../src/store/open-store.ts";
import { identityOf, isAlive } from "../../src/disk/process-identity.ts";

/**
 * A process of its own that writes to a store: `<path> many <session>` appends 500 messages and prints its worst
 * event-loop stall in ms; `<path> die <session>` leaves a tool call open and is gone without a goodbye.
 */
const [path = "", task = "", sessionId = ""] = process.argv.slice(2);
const opening = await openStore({
  path,
  clock: systemClock,
  rng: systemRng,
  log: noLog,
  process: identityOf(process.pid),
  isAlive,
});
if (opening.kind === "refused") throw new Error(opening.message);
const { store } = opening;
await store.sessions.create({
  id: sessionId,
  source: "cli",
  model: "m",
  provider: "p",
  cwd: "/",
  title: null,
  prompt: null,
  toolsHash: null,
});

if (task === "many") {
  const lag = watchLag();
  const journal = store.openJournal(null);
  for (let number = 0; number < 500; number++) {
    await journal.append(sessionId, { role: "user", content: `message ${number}` }, "t");
    await setImmediate(); // lets the timer below run: what it sees is what one append costs
  }
  process.stdout.write(`${lag().toFixed(1)}\n`);
  store[Symbol.dispose]();
} else {
  const lease = await store.leases.acquire(`turn:${sessionId}`, 300_000);
  const journal = store.openJournal(lease);
  const call = { id: "c1", type: "function", function: { name: "run", arguments: "{}" } } as const;
  await journal.append(sessionId, { role: "user", content: "go" }, "t");
  await journal.append(sessionId, { role: "assistant", content: "", tool_calls: [call] }, "t");
  process.kill(process.pid, "SIGKILL");
}

/** The longest time a 5 ms timer came late, without the time in which other programs had the processor. */
function watchLag(): () => number {
  let worst = 0;
  let due = performance.now() + 5;
  let queued = queuedMs();
  const timer = setInterval(() => {
    const waited = queuedMs() - queued;
    worst = Math.max(worst, performance.now() - due - waited);
    queued += waited;
    due = performance.now() + 5;
  }, 5);
  return () => {
    clearInterval(timer);
    return worst;
  };
}

/** How long this thread has stood in line for a processor; where the system does not tell, nothing is taken off. */
function queuedMs(): number {
  try {
    return Number(readFileSync("/proc/self/schedstat", "utf8").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}

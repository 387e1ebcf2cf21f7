import { noLog } from "../../src/domain/log.ts";
import { systemClock } from "../../src/app/system-clock.ts";
import { systemRng } from "../../src/app/system-rng.ts";
import { openStore } from "../../src/store/open-store.ts";
import { identityOf, isAlive } from "../../src/store/process-identity.ts";

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
    if (number % 10 === 0) await systemClock.sleep(1, new AbortController().signal); // a turn does other things too
  }
  process.stdout.write(String(lag()));
  store[Symbol.dispose]();
} else {
  const lease = await store.leases.acquire(`turn:${sessionId}`, 300_000);
  const journal = store.openJournal(lease);
  const call = { id: "c1", type: "function", function: { name: "run", arguments: "{}" } } as const;
  await journal.append(sessionId, { role: "user", content: "go" }, "t");
  await journal.append(sessionId, { role: "assistant", content: "", tool_calls: [call] }, "t");
  process.kill(process.pid, "SIGKILL");
}

/** The longest time a 5 ms timer came late. */
function watchLag(): () => number {
  let worst = 0;
  let due = performance.now() + 5;
  const timer = setInterval(() => {
    worst = Math.max(worst, performance.now() - due);
    due = performance.now() + 5;
  }, 5);
  return () => {
    clearInterval(timer);
    return worst;
  };
}

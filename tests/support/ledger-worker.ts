import { setTimeout } from "node:timers/promises";
import { noLog } from "../../src/domain/log.ts";
import { systemClock } from "../../src/app/system-clock.ts";
import { systemRng } from "../../src/app/system-rng.ts";
import { identityOf, isAlive } from "../../src/disk/process-identity.ts";
import { openStore } from "../../src/store/open-store.ts";

/**
 * A gateway of its own: claims every message it finds, one after another, answers each of them and says what it did as
 * JSON. `<path> live` then stays until its input ends; `<path> die` is gone with a claim and an attempt open.
 */
const [path = "", task = ""] = process.argv.slice(2);
const self = identityOf(process.pid);
const opening = await openStore({ path, clock: systemClock, rng: systemRng, log: noLog, process: self, isAlive });
if (opening.kind === "refused") throw new Error(opening.message);
const { inbox, outbox } = await opening.store.gateway();
const found = inbox.open();
for (const { id } of found) await inbox.claim([id]);
const chat = { chatId: "c", threadId: null };
const answer = await outbox.add({ sessionKey: "key", platform: "fake", chat, text: "hi", replyTo: null });
await outbox.attempt(answer);
process.stdout.write(`${JSON.stringify({ found: found.length, claim: `pid=${self.pid};` })}\n`);
if (task === "die") process.kill(process.pid, "SIGKILL");
process.stdin.on("end", () => process.exit(0)).resume();
await setTimeout(60_000);

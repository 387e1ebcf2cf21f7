import { systemClock } from "../../src/app/system-clock.ts";
import { systemRng } from "../../src/app/system-rng.ts";
import { takeGateway } from "../../src/disk/gateway-lock.ts";

/**
 * A process that tries to be the gateway of a home and says what came of it. As the holder it stays until SIGTERM, after
 * which it lets go (`polite`), goes without a word (`rude`) or stays all the same (`deaf`); or until its input ends.
 */
const [home = "", manner = "polite"] = process.argv.slice(2);
const taking = await takeGateway(home, "default", { clock: systemClock, rng: systemRng });
if (taking.kind === "held") {
  process.on("SIGTERM", () => {
    if (manner === "polite") taking.hold.release();
    if (manner !== "deaf") process.exit(0);
  });
}
process.stdout.write(`${taking.kind === "taken" ? `taken by ${taking.holder.pid}` : taking.kind}\n`);
if (taking.kind === "held") process.stdin.on("end", () => process.exit(0)).resume();

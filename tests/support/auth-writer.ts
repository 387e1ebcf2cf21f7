import { systemClock } from "../../src/app/system-clock.ts";
import { systemRng } from "../../src/app/system-rng.ts";
import { openAuthFile } from "../../src/provider/pool/auth-file.ts";
import { KeyRowSchema } from "../../src/provider/pool/key-row.ts";

/** A process of its own that puts 20 keys into an auth.json, one write each: `<path> <name>`. */
const [path = "", name = ""] = process.argv.slice(2);
const warn = (text: string): void => void process.stdout.write(text);
const file = openAuthFile({ path, clock: systemClock, rng: systemRng, warn });
for (let number = 0; number < 20; number++) {
  const row = KeyRowSchema.parse({ id: `${name}-${number}`, kind: "manual", access_token: "x" });
  await file.update("mistral", (rows) => [...rows, row]);
}

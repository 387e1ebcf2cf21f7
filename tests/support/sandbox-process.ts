import { sandboxWorld } from "./sandbox-world.ts";

/** Arguments: a folder for its machine, and a command that goes on. Says what a shell inside could do, and stays. */
const [root = "", command = ""] = process.argv.slice(2);
const { sh, background } = sandboxWorld({ root });
await background(command);
const result = await sh(
  `until ps -A -o args= | grep -qx '${command}'; do :; done; id -u; cat ~/.ssh/id_rsa .env; echo x > ~/f; echo fine > new; cat new`,
);
process.stdout.write(`${JSON.stringify(result)}\n`);
setInterval(() => undefined, 1_000);

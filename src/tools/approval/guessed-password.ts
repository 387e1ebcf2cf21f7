import { readings } from "../shell/normalise.ts";
import { simpleCommands } from "../shell/simple-commands.ts";
import { wrapperOf } from "../shell/wrappers.ts";

/** Whether sudo would take its password from its input or from a program, and not from a person. */
export async function guessesPassword(command: string): Promise<boolean> {
  const commands = await Promise.all(readings(command).map((text) => simpleCommands(text)));
  return commands
    .flatMap((found) => found ?? [])
    .some(({ words: [program = "", ...args] }) => program.split("/").at(-1) === "sudo" && takesPassword(args));
}

const { values = "", longs = [] } = wrapperOf("sudo") ?? {};
const ownFlags = new RegExp(`^-(?<flags>[^${values}]*[${values}]?)`);

/** Looks at sudo's own flags only: behind them stands a command with flags of its own. */
function takesPassword(args: readonly string[]): boolean {
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? "";
    if (/^\w+=/.test(arg)) continue;
    if (arg === "--" || !arg.startsWith("-")) return false;
    if (arg.startsWith("--") ? isLong(arg) : isShort(arg)) return true;
    if (wantsNext(arg)) at += 1;
  }
  return false;
}

/** As long as it is clear, sudo understands the beginning of a flag. */
function isLong(arg: string): boolean {
  return (arg.length > 3 && "--stdin".startsWith(arg)) || (arg.length > 2 && "--askpass".startsWith(arg));
}

/** `-kS` and `-Sk` alike; what follows a flag that takes a value is that value. */
function isShort(arg: string): boolean {
  return /[SA]/.test(flagsIn(arg));
}

function flagsIn(arg: string): string {
  return ownFlags.exec(arg)?.groups?.["flags"] ?? "";
}

function wantsNext(arg: string): boolean {
  if (arg.startsWith("--")) return longs.includes(arg.slice(2));
  const flags = flagsIn(arg);
  return values.includes(flags.at(-1) ?? " ") && flags.length === arg.length - 1;
}

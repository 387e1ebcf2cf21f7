import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Does what sudo does about passwords, and writes down what it was given to read. */
const program = (password: string): string => `#!/bin/bash
here=$(dirname "$0")
wanting() { echo "sudo: a password is required" >&2; exit 1; }
case "$1 $2" in
  "-n -v"|"-n -l") [ -e "$here/ticket" ] || wanting ;;
  "-S -p") IFS= read -r word; echo "$word" >> "$here/given"
    if [ "$word" = "${password}" ]; then touch "$here/ticket"; else echo "sudo: 1 incorrect password attempt" >&2; exit 1; fi ;;
  "-n "*) [ -e "$here/ticket" ] || wanting; shift; "$@" ;;
  *) echo "sudo: a terminal is required to read the password" >&2; exit 1 ;;
esac
`;

/** A `sudo` in a folder of its own, and the PATH that finds it first. */
export function playedSudo(root: string, password: string) {
  const bin = join(root, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "sudo"), program(password));
  chmodSync(join(bin, "sudo"), 0o755);
  const given = join(bin, "given");
  return {
    path: `${bin}:${process.env["PATH"] ?? ""}`,
    /** It wants the password again. */
    forget: (): void => rmSync(join(bin, "ticket")),
    given: (): string => (existsSync(given) ? readFileSync(given, "utf8") : ""),
  };
}

import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { handOver, taking } from "./hand-over.ts";

const shells: readonly { readonly argv: readonly [string, ...string[]] }[] = [
  { argv: ["sh"] },
  { argv: ["bash", "--norc"] },
];

/** What a shell makes of the line, and what it leaves in its input for others. */
function taken(
  [shell, ...flags]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
  names: readonly string[],
  rest: string,
) {
  const { line, words } = handOver(env);
  const script = `${line === null ? ":" : taking}; exec env "$@" sh -c 'for n in ${names.join(" ")}; do printenv "$n" || :; printf "\\0"; done; cat'`;
  const input = line === null ? rest : `${line}\n${rest}`;
  const out = execFileSync(shell, [...flags, "-c", script, "sh", ...words], {
    input,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] },
  });
  return out.split("\0");
}

test.each(shells)(
  "variables reach a $argv.0 as they are, and the rest of the input is the program's",
  ({ argv: shell }) => {
    const value = fc.string({ unit: fc.constantFrom("a", "'", '"', "$", "\\", "`", "\n", " ", ";", "é", "\t") });
    const property = fc.property(value, value, fc.string(), (one, two, rest) => {
      expect(taken(shell, { ONE: one, TWO: two }, ["ONE", "TWO"], rest)).toEqual([`${one}\n`, `${two}\n`, rest]);
    });
    fc.assert(property, { numRuns: 40 }); // a process each
  },
);

test.each(shells)(
  "what a $argv.0 cannot set by name goes another way; nothing of ours is left behind",
  ({ argv: shell }) => {
    const odd = { "a.b": "dot", UID: "5", OK: "yes" };
    expect(handOver(odd).words).toEqual(["a.b=dot", "UID=5"]);
    expect(taken(shell, odd, ["OK", "hermes_in", "hermes_nl"], "")).toEqual(["yes\n", "", "", ""]);
    expect(handOver({})).toEqual({ line: null, words: [] });
  },
);

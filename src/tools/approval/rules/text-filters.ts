import { operandsOf, valuesOf } from "./rule.ts";

export function sedScripts(args: readonly string[]): readonly string[] {
  const given = valuesOf(args, "e", ["expression"]);
  return given.length > 0 ? given : operandsOf(args).slice(0, 1);
}

const address = String.raw`(?:\d+|\$|/(?:[^/\\]|\\.)*/I?)`;
const execution = new RegExp(String.raw`^\s*(?:${address}(?:\s*,\s*[~+]?${address})?)?\s*!?\s*\{?\s*e(?:\s|$)`);

/** GNU sed: the command `e`, and the flag `e` of `s`. */
export function runsInSed(script: string): boolean {
  return (
    script.split(/[;\n]/).some((part) => execution.test(part)) ||
    /(?:^|[;{}\s/\d$])s([^\w\s])(?:(?!\1).)*\1(?:(?!\1).)*\1[gpiIm\d]*e/s.test(script)
  );
}

/** awk: commands it starts or reads from. */
export function runsInAwk(program: string): boolean {
  return /\bsystem\s*\(|\|&?\s*getline|print[^;}]*\|&?\s*"/.test(program);
}

/** vi: what its commands run, in a shell or in another language. */
export function runsInVi(argument: string): boolean {
  return (
    /^[-+c]*:?(?:\d+|%|\.)?(?:r\s*)?!/.test(argument) ||
    /\bsystem(?:list)?\s*\(|^[-+]?:?(?:lua|py3?|python3?|perl|ruby|terminal)\b|\bjobstart\s*\(/.test(argument)
  );
}

/** Database clients: statements by which the client, or the server, starts programs or loads code. */
export function runsInClient(text: string): boolean {
  return /(?:^|[;\n])\s*\\!|\b(?:from|to)\s+program\b|\bload_extension\s*\(|\bsys_exec\s*\(|^\s*\.(?:shell|system)\b/i.test(
    text,
  );
}

/** Programs that take a line with `!` at its start for a shell's. */
export function hasBangLine(text: string): boolean {
  return /^\s*!/m.test(text);
}

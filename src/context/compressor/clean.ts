import { redactSecrets } from "../../safety/redact.ts";

const margin = 300; // a secret that lies across a cut is still whole when it is looked for

/** Text without secrets and broken characters: it goes to a provider that may not have seen it, or is kept. */
export function clean(text: string): string {
  return redactSecrets(text.isWellFormed() ? text : text.toWellFormed());
}

/** The first and last characters of a text, cleaned, with what lies between named. */
export function cleanEnds(text: string, first: number, last: number): string {
  if (text.length <= first + last) return clean(text);
  const whole = /PRIVATE KEY/.test(text) ? clean(text) : null; // longer than any margin
  const start = whole ?? clean(text.slice(0, first + margin));
  const end = whole ?? clean(text.slice(-(last + margin)));
  const left = text.length - first - last;
  const tail = last === 0 ? "" : `\n${end.slice(-last).toWellFormed()}`;
  return `${start.slice(0, first).toWellFormed()}\n…[${left} characters left out]…${tail}`;
}

/** One line of at most so many characters, cleaned. */
export function cleanLine(text: string, most: number): string {
  const line = clean(text.slice(0, most * 4 + margin))
    .replaceAll(/\s+/g, " ")
    .trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).toWellFormed()}…`;
}

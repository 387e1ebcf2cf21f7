import { programOf, type SimpleCommand, type Source } from "./simple-command.ts";

type Print = (args: readonly string[], command: SimpleCommand) => string | null;

const passed: Print = (_args, command) => inputText(command);
const decoding =
  (encoding: "base64" | "hex", flag: RegExp): Print =>
  (args, command) =>
    args.some((arg) => flag.test(arg)) ? decoded(inputText(command), encoding) : null;

const printers: ReadonlyMap<string, Print> = new Map<string, Print>([
  ["echo", echoed],
  ["printf", formatted],
  ["", passed], // a group of commands, or a redirection alone
  ["tee", passed],
  ["cat", (args, command) => (args.some((arg) => !arg.startsWith("-")) ? null : inputText(command))],
  ["base64", decoding("base64", /^(?:-[a-z]*[dD]|--decode)$/)],
  ["gbase64", decoding("base64", /^(?:-[a-z]*[dD]|--decode)$/)],
  ["openssl", decoding("base64", /^-d$/)],
  ["xxd", decoding("hex", /^-\w*r/)],
  ["rev", (_args, command) => inputText(command)?.split("").toReversed().join("") ?? null],
]);

/** What a command prints, where that follows from its words: `echo`, `printf`, a here-document, and decoders of those. */
function knownOutput(command: SimpleCommand): string | null {
  const [name, ...args] = command.words;
  return printers.get(programOf(name))?.(args, command) ?? null;
}

export function sourceOf(command: SimpleCommand): Source {
  return { words: command.words, prints: knownOutput(command) };
}

/** What it reads, where that is known. */
export function inputText(command: SimpleCommand): string | null {
  return command.hereTexts.length > 0 ? command.hereTexts.join("\n") : (command.inputs.at(-1)?.prints ?? null);
}

function echoed(args: readonly string[]): string {
  const start = args.findIndex((arg) => !/^-[neE]+$/.test(arg));
  const text = args.slice(start === -1 ? args.length : start).join(" ");
  return args.slice(0, Math.max(start, 0)).some((flag) => flag.includes("e")) ? unescaped(text) : text;
}

function formatted([format = "", ...values]: readonly string[]): string {
  const left = [...values];
  const text = unescaped(format).replaceAll(/%[-\d.]*[sbqdcixX]/g, () => unescaped(left.shift() ?? ""));
  return [text, ...left].join(" ");
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(?:x([\da-fA-F]{1,2})|0?([0-7]{1,3})|([ntr\\]))/g, (_, hex, octal, letter) => {
    if (typeof hex === "string") return String.fromCodePoint(Number.parseInt(hex, 16));
    if (typeof octal === "string") return String.fromCodePoint(Number.parseInt(octal, 8));
    return letter === "\\" ? "\\" : "\n";
  });
}

function decoded(text: string | null, encoding: "base64" | "hex"): string | null {
  return text === null ? null : Buffer.from(text.replaceAll(/\s/g, ""), encoding).toString("utf8");
}

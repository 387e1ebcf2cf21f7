/** A command that a line will run. Expansions stand as they were written. */
export type SimpleCommand = { readonly words: readonly string[]; readonly writesTo: readonly string[] };

/** Programs that run the rest of their words: flags that take a value, and words of their own before the command. */
const wrappers: Readonly<Record<string, { readonly values: string; readonly own?: number }>> = {
  sudo: { values: "ugpCDRrtTUh" },
  doas: { values: "uC" },
  env: { values: "uC" },
  nohup: { values: "" },
  time: { values: "fo" },
  nice: { values: "n" },
  ionice: { values: "cnpP" },
  timeout: { values: "ks", own: 1 },
  exec: { values: "a" },
  command: { values: "" },
  builtin: { values: "" },
  stdbuf: { values: "ioe" },
  setsid: { values: "" },
  xargs: { values: "nPLIsdEa" },
  busybox: { values: "" },
  chroot: { values: "", own: 1 },
  unshare: { values: "" },
  watch: { values: "n" },
  strace: { values: "eops" },
};

const mostLayers = 12;

/** The command and, layer by layer, what it runs: `sudo env A=1 rm x` is also `env A=1 rm x` and `rm x`. */
export function unwrapped(command: SimpleCommand, layers = 0): readonly SimpleCommand[] {
  const inner = layers < mostLayers ? [...wrappedIn(command.words), ...ofFind(command.words)] : [];
  return [command, ...inner.flatMap((words) => unwrapped({ words, writesTo: [] }, layers + 1))];
}

function wrappedIn([name = "", ...args]: readonly string[]): readonly (readonly string[])[] {
  const wrapper = wrappers[name.split("/").at(-1) ?? ""];
  if (wrapper === undefined) return [];
  const split = args.findIndex((arg) => /^(?:-S|--split-string)/.test(arg));
  if (name.endsWith("env") && split !== -1) {
    const text = [args[split]?.replace(/^(?:-S|--split-string=?)/, "") ?? "", ...args.slice(split + 1)].join(" ");
    return [text.split(/\s+/).filter((word) => word !== "")];
  }
  const start = commandStart(args, wrapper.values) + (wrapper.own ?? 0);
  return start < args.length ? [args.slice(start)] : [];
}

function commandStart(args: readonly string[], values: string): number {
  let at = 0;
  for (let arg = args[at]; arg !== undefined && /^-|^\w+=/.test(arg); arg = args[at]) {
    at += 1;
    if (arg === "--") break;
    if (/^-[A-Za-z]$/.test(arg) && values.includes(arg.slice(1))) at += 1;
  }
  return at;
}

/** `find … -exec command … ;` */
function ofFind([name = "", ...args]: readonly string[]): readonly (readonly string[])[] {
  if (name.split("/").at(-1) !== "find") return [];
  return args.flatMap((arg, index) => {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(arg)) return [];
    const end = args.findIndex((word, at) => at > index && (word === ";" || word === "+"));
    return [args.slice(index + 1, end === -1 ? undefined : end)];
  });
}

import { programOf, type ShellWord, type SimpleCommand } from "./simple-command.ts";

/** Text that will be run as shell text, and the words it will see as `$0`, `$1`. */
export type Payload = {
  readonly text: string;
  readonly parameters: readonly string[];
  /** It came through standard input, so that nothing is left to be read there. */
  readonly typed: boolean;
};

const shells = new Set("sh bash dash zsh ksh ash mksh rbash fish csh tcsh pwsh powershell at batch".split(" "));
const ofVariables =
  /^(?:(?:GIT_|MAN)?PAGER|(?:GIT_|GIT_SEQUENCE_)?EDITOR|VISUAL|GIT_SSH_COMMAND|CC|CXX|LD|AR|GIT_EXTERNAL_DIFF|PROMPT_COMMAND|BROWSER|LESSOPEN)=/;

export function isShell(name: string | undefined): boolean {
  return shells.has(programOf(name));
}

/** Text handed over in words, variables, or through standard input when that is known. */
export function payloadsOf(command: SimpleCommand): readonly Payload[] {
  const [name, ...args] = command.argv;
  const program = programOf(name?.text);
  const words = isShell(program) ? shellPayloads(args) : (finders.get(program)?.(args) ?? []).map(alone);
  const flags = args.flatMap(({ text }) => flagPayload(program, text)).map(alone);
  const settings = command.settings.flatMap((one) => (ofVariables.test(one) ? [one.replace(/^\w+=/, "")] : []));
  const typed = words.length > 0 ? [] : standardInput(command).map((text) => ({ ...alone(text), typed: true }));
  return [...words, ...flags, ...settings.map(alone), ...typed];
}

function alone(text: string): Payload {
  return { text, parameters: [], typed: false };
}

type Find = (args: readonly ShellWord[]) => readonly string[];

const joined: Find = (args) => [args.map(({ text }) => text).join(" ")];
const behind =
  (flag: RegExp): Find =>
  (args) =>
    args.flatMap(({ text }, at) => (flag.test(text) ? args.slice(at + 1, at + 2).map((next) => next.text) : []));
const everyPhrase: Find = (args) => args.map(({ text }) => text).filter((text) => /\s/.test(text));
const values: Find = (args) => args.map(({ text }) => text.replace(/^[\w.-]+=/, "")).filter((text) => text !== "");

/** Where other programs keep the shell text they run. */
const finders: ReadonlyMap<string, Find> = new Map<string, Find>([
  ["eval", (args) => [...joined(args), ...args.flatMap(printedInto)]],
  [
    "trap",
    (args) =>
      args
        .map(({ text }) => text)
        .filter((text) => !text.startsWith("-"))
        .slice(0, 1),
  ],
  ["source", (args) => args.flatMap(printedInto)],
  [".", (args) => args.flatMap(printedInto)],
  ["alias", values],
  ["su", behind(/^(?:-\w*c|--command)$/)],
  ["runuser", behind(/^(?:-\w*c|--command)$/)],
  ["script", behind(/^(?:-\w*c|--command)$/)],
  ["sg", behind(/^-c$/)],
  ["capsh", behind(/^-c$/)],
  ["ansible", behind(/^(?:-a|--args)$/)],
  ["flock", behind(/^(?:-\w*c|--command)$/)],
  ["npx", behind(/^(?:-c|--call)$/)],
  ["npm", behind(/^(?:-c|--call)$/)],
  ["nix-shell", behind(/^(?:--run|--command)$/)],
  ["nodemon", behind(/^(?:-x|--exec)$/)],
  ["chokidar", behind(/^(?:-c|--command)$/)],
  ["watchexec", everyPhrase],
  ["man", behind(/^(?:-P|--pager)$/)],
  ["less", (args) => args.flatMap(({ text }) => /^\+!(.+)$/s.exec(text)?.[1] ?? [])],
  ["scp", behind(/^-S$/)],
  ["sftp", behind(/^-S$/)],
  ["rsync", behind(/^-\w*e$/)],
  ["tar", behind(/^-(?:\w*I|F)$/)],
  ["zip", behind(/^(?:-TT|--unzip-command)$/)],
  ["env", splitString],
  ["watch", everyPhrase],
  ["parallel", everyPhrase],
  ["entr", everyPhrase],
  ["hyperfine", everyPhrase],
  ["concurrently", everyPhrase],
  ["cross-env-shell", everyPhrase],
  ["ssh", remoteCommand],
  ["tmux", everyPhrase],
  ["screen", everyPhrase],
  ["xterm", everyPhrase],
  ["git", gitPayloads],
  ["cmd", behind(/^\/[ck]$/i)],
  ["invoke-expression", joined],
  ["iex", joined],
]);

/** `eval "$(echo …)"` */
function printedInto({ from }: ShellWord): readonly string[] {
  const text = from.at(-1)?.prints ?? null;
  return text === null ? [] : [text];
}

function shellPayloads(args: readonly ShellWord[]): readonly Payload[] {
  const flag = args.findIndex(({ text }) => /^-[a-zA-Z]*c$|^--command$|^-command$/i.test(text));
  if (flag === -1) return args.flatMap(printedInto).map(alone); // bash <(echo …)
  const [code, ...rest] = args.slice(flag + 1).filter(({ text }, at) => at > 0 || text !== "--");
  if (code === undefined) return [];
  const parameters = rest.map(({ text }) => text);
  return [code.text, ...printedInto(code)].map((text) => ({ text, parameters, typed: false }));
}

function splitString(args: readonly ShellWord[]): readonly string[] {
  const at = args.findIndex(({ text }) => /^(?:-\w*S|--split-string)/.test(text));
  if (at === -1) return [];
  const first = args[at]?.text.replace(/^(?:-\w*?S|--split-string=?)/, "") ?? "";
  return [[first, ...args.slice(at + 1).map(({ text }) => text)].join(" ")];
}

const sshValues = /^-[bcDEeFIiJLlmOopQRSWw]$/;

function remoteCommand(args: readonly ShellWord[]): readonly string[] {
  let at = 0;
  let host = false;
  for (let arg = args[at]?.text; arg !== undefined && (arg.startsWith("-") || !host); arg = args[at]?.text) {
    if (arg.startsWith("-")) at += sshValues.test(arg) ? 2 : 1;
    else {
      host = true;
      at += 1;
    }
  }
  const text = args
    .slice(at)
    .map((word) => word.text)
    .join(" ");
  return text === "" ? [] : [text];
}

function gitPayloads(args: readonly ShellWord[]): readonly string[] {
  const words = args.map(({ text }) => text);
  const each = words[0] === "submodule" ? words.indexOf("foreach") : -1;
  const foreach =
    each === -1
      ? []
      : [
          words
            .slice(each + 1)
            .filter((word) => word !== "--recursive")
            .join(" "),
        ];
  const [name, value] = words.slice(words.indexOf("config") + 1).filter((word) => !word.startsWith("-"));
  const kept = words.includes("config") && value !== undefined ? [`${name}=${value}`] : [];
  const settings = [...behind(/^-c$/)(args), ...kept].flatMap(gitSetting);
  const asked = words.includes("rebase") || words.includes("difftool");
  return [...foreach, ...settings, ...(asked ? behind(/^(?:-x|--exec|--extcmd)$/)(args) : [])];
}

/** `-c alias.x='!rm -rf x'`, `-c core.pager=…`: git runs their values. */
function gitSetting(setting: string): readonly string[] {
  const [, name = "", value = ""] = /^([\w.-]+)=(.*)$/s.exec(setting) ?? [];
  if (/^alias\./i.test(name)) return value.startsWith("!") ? [value.slice(1)] : [`git ${value}`];
  return /(?:pager|editor|sshcommand|fsmonitor|external|textconv|helper|command|clean|smudge|process|driver|askpass|gitproxy|program|cmd)$/i.test(
    name,
  ) && value !== ""
    ? [value.replace(/^!/, "")]
    : [];
}

const sshOption = /^(?:-o)?(?:ProxyCommand|LocalCommand|KnownHostsCommand)(?:=|\s+)(.+)$/is;
const flagValues: ReadonlyMap<string, RegExp> = new Map<string, RegExp>([
  ["make", /^(?:--eval|SHELL|CC|CXX)=(.+)$/s],
  ["gmake", /^(?:--eval|SHELL|CC|CXX)=(.+)$/s],
  ["man", /^--pager=(.+)$/s],
  ["tar", /^--(?:checkpoint-action=exec|to-command|use-compress-program|rsh-command)=(.+)$/s],
  ...["ssh", "scp", "sftp"].map((name) => [name, sshOption] as const),
  ["rsync", /^--(?:rsh|rsync-path)=(.+)$/s],
  ["git", /^(?:--(?:exec|upload-pack|receive-pack|extcmd|open-files-in-pager)=|-O)(.+)$/s],
  ["sort", /^--compress-program=(.+)$/s],
  ["rg", /^--pre=(.+)$/s],
]);

function flagPayload(program: string, text: string): readonly string[] {
  const value = flagValues.get(program)?.exec(text)?.[1];
  return value === undefined ? [] : [value];
}

/** `echo '…' | sh`, `sh <<< '…'`; from further up the pipe too, in case what stands between changes nothing. */
function standardInput(command: SimpleCommand): readonly string[] {
  const texts = [...command.hereTexts, ...command.inputs.flatMap(({ prints }) => prints ?? [])];
  if (isShell(command.words[0])) return texts;
  return /^g?make$/.test(programOf(command.words[0])) ? texts.map(recipesIn) : [];
}

/** `make -f - <<E`: what stands behind a tab or a semicolon. */
function recipesIn(text: string): string {
  return text.replaceAll(/^\t[@+-]*/gm, "");
}

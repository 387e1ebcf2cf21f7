import { resolve } from "node:path";
import { runBySettings } from "./changes.ts";
import { pathsOf } from "./paths-of.ts";
import { hasFlag, operandsOf, valuesOf, type Call, type Rule, type RulePlace } from "./rule.ts";
import { isOutside } from "./write-class.ts";

const loaders =
  /^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|GCONV_PATH|BASH_ENV|ENV|PYTHONSTARTUP|PYTHONHOME|PERL5OPT|PERL5DB|RUBYOPT|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|GIT_SSH|GIT_ASKPASS|SSH_ASKPASS|GIT_EXEC_PATH|GIT_PROXY_COMMAND|GIT_TEMPLATE_DIR|GIT_CONFIG(?:_\w+)?|RUSTC_WRAPPER|MAKEFLAGS)=.|^NODE_OPTIONS=.*(?:--require|--import|--loader|-r[ =])/;
const searchPath =
  /^(?:PATH|LD_LIBRARY_PATH|DYLD_LIBRARY_PATH|PYTHONPATH|NODE_PATH|PERL5LIB|RUBYLIB|CLASSPATH)=([^:]*)/;
const openFolders = /^(?:\/tmp|\/var\/tmp|\/dev\/shm)(?:\/|$)/;
const plainTools = /^(?:cat|less\b.*|more|head|delta|true|false|:|vim?|nvim|nano|emacs|ssh(?: -\w+.*)?|)$/;

export const loadedCodeRules: readonly Rule[] = [
  {
    family: "inline code",
    ask: "always",
    persistable: true,
    id: "loaded-code",
    description: "make programs load other code through settings, flags or the environment",
    hits: (call, place) =>
      settingsOf(call).some((one) => loads(one, place)) || given.get(call.program)?.(call) === true,
    examples: {
      hit: [
        "LD_PRELOAD=./x.so ls",
        "env BASH_ENV=x bash y.sh",
        "export LD_PRELOAD=x",
        "NODE_OPTIONS='--require ./x.js' npm test",
        "PATH=/tmp/x:$PATH ls",
        "export PATH=.:$PATH",
        "git -c core.hooksPath=x commit -m y",
        "git --exec-path=x status",
        "git clone 'ext::sh -c ls' x",
        "ssh -F ./x host",
        "hash -p ./x ls",
        "direnv allow",
      ],
      miss: [
        "NODE_ENV=test npm test",
        "RUST_BACKTRACE=1 cargo test",
        "NODE_OPTIONS=--max-old-space-size=4096 npm test",
        "export PATH=$PATH:~/bin",
        "export PATH=$PWD/node_modules/.bin:$PATH",
        "LD_LIBRARY_PATH=./lib ./app",
        "git -c core.pager=cat log",
        "git -c user.name=x commit -m y",
        "ssh -F ~/.ssh/config host ls",
      ],
    },
  },
];

function settingsOf({ settings, program, args }: Call): readonly string[] {
  return /^(?:export|env|declare|typeset|)$/.test(program) ? [...settings, ...args] : settings;
}

function loads(setting: string, place: RulePlace): boolean {
  return loaders.test(setting) || looksElsewhere(setting, place);
}

/** Programs or libraries would first be looked for in a folder that anybody can write to, or wherever one happens to be. */
function looksElsewhere(setting: string, place: RulePlace): boolean {
  const first = searchPath.exec(setting)?.[1];
  if (first === undefined) return false;
  if (setting.startsWith("PATH=") && (first === "." || first === "" || first === "./")) return true;
  return pathsOf(first, place).some(
    (path) => openFolders.test(path) && !path.startsWith(`${place.paths.userHome}/`) && isOutside(path, place),
  );
}

const given: ReadonlyMap<string, (call: Call) => boolean> = new Map<string, (call: Call) => boolean>([
  ["git", gitLoads],
  ["hash", ({ args }) => hasFlag(args, "p")],
  ["enable", ({ args }) => hasFlag(args, "f")],
  ["direnv", ({ args }) => /^(?:allow|permit|grant)$/.test(args[0] ?? "")],
  ["openssl", ({ args }) => args.some((arg) => /^-(?:engine|provider-path)$/.test(arg)) || args[0] === "engine"],
  ["ssh-keygen", ({ args }) => valuesOf(args, "D", []).length > 0],
  ["ssh-add", ({ args }) => hasFlag(args, "s")],
  ...["ssh", "scp", "sftp"].map((name) => [name, readsOtherSettings] as const),
]);

function readsOtherSettings({ args }: Call): boolean {
  return args.some(
    (arg, at) => args[at - 1] === "-F" && !/^(?:none|\/dev\/null|(?:~|\$HOME|\/.*)\/\.ssh\/.*)$/.test(arg),
  );
}

function gitLoads({ args }: Call): boolean {
  const settings = args.filter((_arg, at) => args[at - 1] === "-c");
  return (
    settings.some(runsCode) ||
    args.some((arg) => /^--(?:exec-path|config-env|template)=./.test(arg)) ||
    operandsOf(args).some((word) => word.startsWith("ext::"))
  );
}

/** `-c core.hooksPath=x`. What is shell text was read as such; a tool that only shows text is fine. */
function runsCode(setting: string): boolean {
  const [, name = "", value = ""] = /^([^=]+)=(.*)$/s.exec(setting) ?? [];
  if (/^core\.hookspath$/i.test(name)) return resolve("/", value) !== "/dev/null";
  if (/^(?:alias\.|url\.|http\.proxy|credential\.helper$)/i.test(name)) return false;
  return runBySettings.test(name) && !plainTools.test(value);
}

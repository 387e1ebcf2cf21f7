import { isShell } from "../../shell/payloads.ts";
import { awaitsCode, hasInlineCode, readsCode } from "./interpreters.ts";
import { operandsOf, valuesOf, type Call, type Rule } from "./rule.ts";

const family = { family: "inline code", ask: "always", persistable: true } as const;
const loaders =
  /^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES|BASH_ENV|ENV|PYTHONSTARTUP|PERL5OPT|RUBYOPT|JAVA_TOOL_OPTIONS|GIT_SSH|GIT_ASKPASS|SSH_ASKPASS|GIT_TEMPLATE_DIR|GIT_CONFIG(?:_\w+)?|RUSTC_WRAPPER|MAKEFLAGS)=.|^NODE_OPTIONS=.*(?:--require|--import|--loader|-r[ =])/;
const awks = /^(?:[gmn]?awk|busybox-awk)$/;

export const inlineCodeRules: readonly Rule[] = [
  {
    ...family,
    id: "inline-code",
    description: "run code written into the command",
    hits: (call) =>
      hasInlineCode(call) || callsPowerShell(call) || (readsCode(call) && isFed(call)) || awaitsCode(call),
    examples: {
      hit: [
        "python -c 'import os'",
        "python3.12 -c 'x'",
        "node -e 'x()'",
        "node -p 1",
        "perl -e 'x'",
        "perl -pi -e 's/a/b/' x",
        "ruby -e x",
        "php -r 'x();'",
        "deno eval x",
        "python3 <<E\nimport os\nE",
        "python3 - <<'E'\nimport os\nE",
        "cat x.py | python3",
        "generate | sh",
        "cat commands.txt | bash -s",
        "(cat x; echo ls) | sh",
        'while read u; do echo "wget $u"; done < x | sh',
        "cat x | xargs sh -c",
        "osascript -e 'x'",
        "pwsh -Command Get-Item",
      ],
      miss: [
        "bash script.sh",
        "python script.py",
        "python3 -m pytest",
        "cat x.json | python3 -m json.tool",
        "node build.js -e production",
        "bash -c 'ls -l'",
        "sh -c 'npm run build && npm test'",
        "echo ls | sh",
        "bash <<E\nls\nE",
        "python --version",
        "cat x | node transform.js",
      ],
    },
  },
  {
    ...family,
    id: "code-in-filter",
    description: "run commands from within a text filter",
    hits: ({ program, args, hereTexts, inputs }) =>
      (/^(?:ed|ex)$/.test(program) &&
        [...hereTexts, ...inputs.map(({ prints }) => prints ?? "")].some((text) => /^\s*!/m.test(text))) ||
      (awks.test(program) && args.some((arg) => /\bsystem\s*\(|\|\s*getline|print[^;}]*\|\s*"/.test(arg))) ||
      (/^g?sed$/.test(program) && sedScripts(args).some(runsInSed)) ||
      (/^(?:vim?|nvim|ex|ed)$/.test(program) && args.some((arg) => /^[-+c]*:?!/.test(arg))) ||
      (program === "sqlite3" && args.some((arg) => /^\.(?:shell|system)\b/.test(arg))),
    examples: {
      hit: [
        "awk 'BEGIN { system(\"ls\") }'",
        "awk '{ print | \"sh\" }' x",
        "sed '1e ls' x",
        "sed 's/a/b/e' x",
        "vim -c '!ls' x",
        "sqlite3 x.db '.shell ls'",
        "ed -s <<< '!ls'",
      ],
      miss: [
        "awk '{ print $1 }' x",
        "awk -F'|' '{ print $2 }' x",
        "sed 's/one/e/' x",
        "sed -n '/start/,/end/p' x",
        "sed -e 's/a/b/' x",
      ],
    },
  },
  {
    ...family,
    id: "loaded-code",
    description: "make programs load other code through the environment",
    hits: ({ settings, program, args }) =>
      settings.some((setting) => loaders.test(setting)) ||
      (/^(?:export|env|declare)$/.test(program) && args.some((arg) => loaders.test(arg))),
    examples: {
      hit: [
        "LD_PRELOAD=./x.so ls",
        "env BASH_ENV=x bash y.sh",
        "export LD_PRELOAD=x",
        "NODE_OPTIONS='--require ./x.js' npm test",
      ],
      miss: [
        "NODE_ENV=test npm test",
        "RUST_BACKTRACE=1 cargo test",
        "NODE_OPTIONS=--max-old-space-size=4096 npm test",
        "export PATH=$PATH:~/bin",
      ],
    },
  },
];

/** Something is written to it, and what that is cannot be read as shell text. */
function isFed({ program, inputs, hereTexts }: Call): boolean {
  if (!isShell(program)) return inputs.length + hereTexts.length > 0;
  return hereTexts.length === 0 && inputs.some(({ prints }) => /^$|[$`]/.test(prints ?? ""));
}

function callsPowerShell({ program, args }: Call): boolean {
  return /^(?:pwsh|powershell)$/.test(program) && args.some((arg) => /^-c(?:ommand)?$/i.test(arg));
}

function sedScripts(args: readonly string[]): readonly string[] {
  const given = valuesOf(args, "e", ["expression"]);
  return given.length > 0 ? given : operandsOf(args).slice(0, 1);
}

/** GNU sed: the command `e`, and the flag `e` of `s`. */
function runsInSed(script: string): boolean {
  return /^\s*(?:\d+|\$)?\s*e(?:\s|$)/.test(script) || /^s(.)(?:(?!\1).)*\1(?:(?!\1).)*\1[gpiIm\d]*e/s.test(script);
}

import { isShell } from "../../shell/payloads.ts";
import { awaitsCode, hasInlineCode, readsCode } from "./interpreters.ts";
import type { Call, Rule } from "./rule.ts";
import { hasBangLine, runsInAwk, runsInClient, runsInSed, runsInVi, sedScripts } from "./text-filters.ts";

const family = { family: "inline code", ask: "always", persistable: true } as const;
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
    hits: (call) => filters.find(([program]) => program.test(call.program))?.[1](call) === true,
    examples: {
      hit: [
        "awk 'BEGIN { system(\"ls\") }'",
        "awk '{ print | \"sh\" }' x",
        "sed '1e ls' x",
        "sed 's/a/b/e' x",
        "vim -c '!ls' x",
        "sqlite3 x.db '.shell ls'",
        "ed -s <<< '!ls'",
        "sed '/x/e ls' x",
        "vim -c 'call system(\"ls\")' x",
        "psql -c '\\! ls'",
        "psql <<< \"copy x from program 'ls'\"",
        "gdb -batch -ex 'shell ls'",
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
];

type Runs = (call: Call) => boolean;

const fed = ({ hereTexts, inputs }: Call): readonly string[] => [
  ...hereTexts,
  ...inputs.map(({ prints }) => prints ?? ""),
];

/** Programs for text and data that can start others, and how that is seen. */
const filters: readonly (readonly [RegExp, Runs])[] = [
  [/^(?:ed|ex|ftp|dc)$/, (call) => fed(call).some(hasBangLine) || call.args.some(runsInVi)],
  [/^(?:[gmn]?awk|busybox-awk)$/, ({ args }) => args.some(runsInAwk)],
  [/^g?sed$/, ({ args }) => sedScripts(args).some(runsInSed)],
  [/^(?:n?vim?|view)$/, ({ args }) => args.some(runsInVi)],
  [/^(?:psql|pgcli|mysql|mariadb|sqlite3?)$/, (call) => [...call.args, ...fed(call)].some(runsInClient)],
  [/^(?:gdb|lldb)$/, ({ args }) => args.some((arg) => /^(?:shell\b|!|python\b|platform shell\b|script\b)/.test(arg))],
];

/** Something is written to it, and what that is cannot be read as shell text. */
function isFed({ program, inputs, hereTexts }: Call): boolean {
  if (!isShell(program)) return inputs.length + hereTexts.length > 0;
  return hereTexts.length === 0 && inputs.some(({ prints }) => /^$|[$`]/.test(prints ?? ""));
}

function callsPowerShell({ program, args }: Call): boolean {
  return /^(?:pwsh|powershell)$/.test(program) && args.some((arg) => /^-c(?:ommand)?$/i.test(arg));
}

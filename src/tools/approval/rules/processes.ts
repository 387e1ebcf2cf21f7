import type { Call, Rule, RulePlace } from "./rule.ts";
import { hasFlag } from "./rule.ts";

const family = { family: "processes", ask: "always", persistable: true } as const;
const byName = new Set("pkill killall killall5 skill taskkill stop-process spps kill-port fkill xkill".split(" "));
const ownJob = /^(?:%\S*|\$!|\$\{!\})$/;

const managers: ReadonlyMap<string, RegExp> = new Map([
  ["tmux", /(?:^| )kill-/],
  ["screen", /-X (?:quit|kill)/],
  ["pm2", /^(?:delete|del|kill|stop|restart)\b/],
  ["supervisorctl", /(?:^| )(?:stop|restart|shutdown|remove)\b/],
  ["loginctl", /^(?:terminate|kill)-/],
]);

export const processRules: readonly Rule[] = [
  {
    ...family,
    id: "kill-by-name",
    description: "end processes by name or by port",
    hits: ({ program, args }) =>
      (byName.has(program) && !args.some((arg) => /^(?:-l|--list|-0|--help)$/.test(arg))) ||
      (program === "fuser" && hasFlag(args, "k", ["kill"])) ||
      (managers.get(program)?.test(args.join(" ")) ?? false),
    examples: {
      hit: [
        "pkill node",
        "killall -9 node",
        "taskkill /F /IM node.exe",
        "Stop-Process -Name node",
        "fuser -k 3000/tcp",
        "npx kill-port 3000",
        "sudo pkill -f server",
        "tmux kill-session -t main",
        "pm2 delete all",
      ],
      miss: ["pgrep node", "fuser 3000/tcp", "killall -l", "ps aux | grep node"],
    },
  },
  {
    ...family,
    id: "kill",
    description: "end a process that this session did not start",
    hits: (call, place) => (call.program === "kill" || call.program === "tskill") && killsOthers(call, place),
    examples: {
      hit: [
        "kill -9 1",
        "kill 4242",
        "kill -TERM 4242",
        "kill -s KILL 4242",
        "kill $(pgrep node)",
        "kill -9 `lsof -t -i:3000`",
        "pgrep node | xargs kill",
        "kill $PPID",
        "kill -- -4242",
      ],
      miss: [
        "kill 1111",
        "kill -9 1111",
        "kill %1",
        "sleep 9 & kill $!",
        "npm start & PID=$!; kill $PID",
        "kill -l",
        "kill -0 4242",
      ],
    },
  },
];

function killsOthers({ args, under }: Call, { startedProcess }: RulePlace): boolean {
  if (args.some((arg) => /^-(?:l|L|0|-list|-table|-help)$/.test(arg))) return false;
  const targets = targetsOf(args);
  if (targets.length === 0) return under.length > 0;
  return targets.some((target) => !ownJob.test(target) && !isOwn(target, startedProcess));
}

function targetsOf(args: readonly string[]): readonly string[] {
  const [first, ...rest] = args;
  if (first === "--") return rest;
  if (first === "-s" || first === "-n") return targetsOf(rest.slice(1));
  return first !== undefined && /^-./.test(first) ? rest.filter((arg) => arg !== "--") : args;
}

/** A negative number is the group of that process. */
function isOwn(target: string, startedProcess: (pid: number) => boolean): boolean {
  return /^-?\d{1,9}$/.test(target) && startedProcess(Math.abs(Number(target)));
}

import type { Call, Rule, RulePlace } from "./rule.ts";
import { valuesOf } from "./rule.ts";

/** Programs that look into a running process, and the numbers of those. */
const tracers: ReadonlyMap<string, (args: readonly string[]) => readonly string[]> = new Map([
  ...each("gdb lldb cgdb", debugged),
  ...each("strace ltrace perf truss dtruss fatrace", byFlag),
  ...each("py-spy rbspy austin memray pyrasite frida frida-trace dtrace", byFlag),
  ...each("gcore reptyr jmap jattach jhsdb pyrasite injector", numbers),
]);
const ofWholeMachine = new Set("bpftrace sysdig stap execsnoop opensnoop trace-cmd".split(" "));

export const attachingRules: readonly Rule[] = [
  {
    family: "processes",
    ask: "always",
    persistable: true,
    id: "attach",
    description: "look into the memory or the calls of a process that this session did not start",
    hits: (call, place) => ofWholeMachine.has(call.program) || attaches(call, place),
    examples: {
      hit: [
        "gdb -p 4242",
        "gdb --pid=4242 -batch",
        "gdb /usr/bin/node 4242",
        "gdb -ex 'attach 4242'",
        "sudo strace -f -p 4242",
        "strace -p $(pgrep node)",
        "lldb --attach-pid 4242",
        "gcore 4242",
        "py-spy dump --pid 4242",
        "perf record -p 4242",
        "bpftrace -e x",
      ],
      miss: [
        "gdb -batch -ex run ./app",
        "gdb --args ./app 5",
        "strace ls",
        "strace -p 1111",
        "perf stat ls",
        "gdb ./app core",
      ],
    },
  },
];

function each<Find>(names: string, find: Find): readonly (readonly [string, Find])[] {
  return names.split(" ").map((name) => [name, find] as const);
}

function attaches({ program, args }: Call, { startedProcess }: RulePlace): boolean {
  const targets = tracers.get(program)?.(args) ?? [];
  return targets.some((target) => target !== "$!" && !(/^\d{1,9}$/.test(target) && startedProcess(Number(target))));
}

function byFlag(args: readonly string[]): readonly string[] {
  return valuesOf(args, "p", ["pid", "attach"]);
}

function numbers(args: readonly string[]): readonly string[] {
  return args.filter((arg) => /^\d+$|^\$/.test(arg));
}

function debugged(args: readonly string[]): readonly string[] {
  if (args.some((arg) => /^-{1,2}args$|^--$/.test(arg))) return [];
  const named = [...valuesOf(args, "p", ["pid", "attach-pid", "attach-name"]), ...valuesOf(args, "n", [])];
  const asked = args.flatMap((arg) => /^(?:attach|process attach)\b.*?(\S+)$/.exec(arg)?.[1] ?? []);
  return [...named, ...asked, ...numbers(args)];
}

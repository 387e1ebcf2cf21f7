import type { AdminEnd, HookAdmin, ShellHookRow } from "../../domain/plugin-admin.ts";
import { pluginsPhrases as say } from "../../text/phrases/plugins.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { plainText } from "../plain-text.ts";
import { printFindings } from "../finding-lines.ts";
import { testHooks } from "./test-hooks.ts";

const exit = { ok: 0, failed: 1, usage: 2 } as const;

type OpenAdmin = (call: CommandCall) => Promise<AdminEnd<HookAdmin>>;
type Work = (admin: HookAdmin, chosen: readonly ShellHookRow[], call: CommandCall) => Promise<number>;

export type HookRuns = Readonly<Record<"list" | "trust" | "revoke" | "test" | "doctor", CommandRun>>;

/** The subcommands by name; `trust` and `revoke` take those whose command or event contains a word, or all. */
export function hookRuns(open: OpenAdmin): HookRuns {
  const run =
    (words: number, usage: string, work: Work): CommandRun =>
    async (call) => {
      const [word = ""] = call.positionals;
      if (call.positionals.length > words) return fail(call, say.usage(`hooks ${usage}`), exit.usage);
      const opened = await open(call);
      if (opened.kind === "refused") return fail(call, opened.message, exit.usage);
      const { rows, problems } = opened.value.list();
      for (const problem of problems) fail(call, problem, exit.failed);
      const chosen = rows.filter(({ command, event }) => command.includes(word) || event.includes(word));
      if (word !== "" && chosen.length === 0) return fail(call, say.noSuchHook(word), exit.failed);
      return work(opened.value, chosen, call);
    };
  return {
    list: run(0, "list [--json]", list),
    doctor: run(0, "doctor [--json]", async (admin, rows, call) => {
      const findings = await Promise.all(rows.map((row) => admin.examine(row)));
      return rows.length === 0 ? line(call, say.noHooks) : printFindings(call, findings.flat());
    }),
    test: async (call) => {
      const opened = await open(call);
      return opened.kind === "refused" ? fail(call, opened.message, exit.usage) : testHooks(opened.value, call);
    },
    trust: run(1, "trust [word]", trust),
    revoke: run(1, "revoke [word]", revoke),
  };
}

async function list(_admin: HookAdmin, rows: readonly ShellHookRow[], call: CommandCall): Promise<number> {
  if (call.flags["json"] === true) return line(call, JSON.stringify(rows, null, 2));
  if (rows.length === 0) return line(call, say.noHooks);
  for (const { event, matcher, command, trusted } of rows)
    line(call, `${trusted ? "trusted " : "not yet "}  ${event}${matcher === "" ? "" : ` (${matcher})`}  ${command}`);
  return exit.ok;
}

/** Only a person at a terminal agrees. */
async function trust(admin: HookAdmin, rows: readonly ShellHookRow[], call: CommandCall): Promise<number> {
  const { ask, inIsTty } = call.terminal;
  const open = rows.filter(({ trusted }) => !trusted);
  if (open.length === 0) return list(admin, rows, call);
  if (!inIsTty || ask === undefined) return fail(call, say.trustNeedsTerminal, exit.failed);
  for (const row of open) {
    const answer = await ask(say.askHook(row.event, row.command), call.context.signal);
    const agreed = /^y(?:es)?$/i.test(answer.trim());
    if (agreed) admin.trust(row);
    line(call, agreed ? say.hookTrusted(row.command) : say.hookKept(row.command));
  }
  return exit.ok;
}

async function revoke(admin: HookAdmin, rows: readonly ShellHookRow[], call: CommandCall): Promise<number> {
  for (const row of rows) {
    admin.revoke(row);
    line(call, say.hookRevoked(row.command));
  }
  return rows.length === 0 ? line(call, say.noHooks) : exit.ok;
}

function line(call: CommandCall, text: string): number {
  call.terminal.out(`${plainText(text)}\n`);
  return exit.ok;
}

import type { AdminEnd, PluginAdmin, PluginRow } from "../../domain/plugin-admin.ts";
import { pluginsPhrases as say } from "../../text/phrases/plugins.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail as refuse, warn } from "../fail.ts";
import { plainText } from "../plain-text.ts";
import { choosePlugins, type PickPlugins } from "./choose.ts";
import { printFindings } from "../finding-lines.ts";

const exit = { ok: 0, failed: 1, usage: 2 } as const;

type OpenAdmin = (call: CommandCall) => Promise<AdminEnd<PluginAdmin>>;
type Work = (admin: PluginAdmin, word: string, call: CommandCall) => Promise<number>;

export type PluginRuns = Readonly<
  Record<"list" | "info" | "enable" | "disable" | "install" | "remove" | "update" | "doctor" | "choose", CommandRun>
>;

/** The subcommands by name. */
export function pluginRuns(open: OpenAdmin, pick: PickPlugins): PluginRuns {
  const run =
    (words: number, usage: string, work: Work): CommandRun =>
    async (call) => {
      if (call.positionals.length !== words) return fail(call, say.usage(`plugins ${usage}`), exit.usage);
      const opened = await open(call);
      if (opened.kind === "refused") return fail(call, opened.message, exit.usage);
      return work(opened.value, call.positionals[0] ?? "", call);
    };
  return {
    choose: run(0, "", (admin, word, call) =>
      isWatched(call) ? choosePlugins(admin, call, { pick, askCapabilities }) : list(admin, word, call),
    ),
    list: run(0, "list [--json]", list),
    info: run(1, "info <id> [--json]", info),
    enable: run(1, "enable <id>", enable),
    disable: run(1, "disable <id>", async (admin, id, call) =>
      told(call, await admin.setEnabled(id, false), say.isNowDisabled),
    ),
    install: run(1, "install <npm|git|path>", install),
    remove: run(1, "remove <id>", async (admin, id, call) => told(call, await admin.remove(id), say.removed)),
    update: run(1, "update <id>", update),
    doctor: run(0, "doctor [--json]", async (admin, _word, call) => printFindings(call, await admin.examine())),
  };
}

async function list(admin: PluginAdmin, _word: string, call: CommandCall): Promise<number> {
  const { rows, broken } = await admin.list();
  if (call.flags["json"] === true) return line(call, JSON.stringify({ plugins: rows, broken }, null, 2));
  for (const { folder, problem } of broken) warn(call, say.brokenFolder(folder, problem));
  if (rows.length === 0) return line(call, say.none);
  const width = Math.max(...rows.map(({ id }) => id.length));
  for (const row of rows) line(call, listed(row, width));
  return exit.ok;
}

function listed({ id, version, source, kind, why, description, provides }: PluginRow, width: number): string {
  const state = why === null ? "on " : "off";
  const brought = provides.platforms.length === 0 ? "" : `[${say.brings(provides.platforms)}]`;
  const about = [description, brought, why === null ? "" : `(${why})`].filter((text) => text !== "").join(" ");
  return `${state}  ${id.padEnd(width)}  ${version}  ${source} ${kind}  ${about}`.trimEnd();
}

async function info(admin: PluginAdmin, id: string, call: CommandCall): Promise<number> {
  const row = (await admin.list()).rows.find((each) => each.id === id);
  if (row === undefined) return fail(call, say.notInstalled(id), exit.failed);
  if (call.flags["json"] === true) return line(call, JSON.stringify(row, null, 2));
  const { provides, capabilities, granted, requiresEnv } = row;
  const facts: readonly (readonly [string, string])[] = [
    ["id", row.id],
    ["version", row.version],
    ["description", row.description],
    ["kind", row.kind],
    ["folder", row.folder],
    ["from", row.origin ?? row.source],
    ["loads", row.why === null ? "yes" : `no: ${row.why}`],
    ["capabilities", capabilities.map((name) => `${name} (${granted.includes(name) ? "granted" : "off"})`).join(", ")],
    ["needs", requiresEnv.join(", ")],
    [
      "provides",
      Object.entries(provides)
        .flatMap(([what, names]) => names.map((name) => `${what} ${name}`))
        .join(", "),
    ],
  ];
  for (const [name, value] of facts) if (value !== "") line(call, `${name.padEnd(12)}  ${value}`);
  return exit.ok;
}

async function install(admin: PluginAdmin, spec: string, call: CommandCall): Promise<number> {
  const end = await admin.install(spec);
  if (end.kind === "refused") return fail(call, end.message, exit.failed);
  const id = end.value;
  line(call, say.installed(id, await originOf(admin, id)));
  if (!(await says(call, say.askEnable(id)))) return line(call, say.stayedDisabled(id));
  return enable(admin, id, call);
}

async function update(admin: PluginAdmin, id: string, call: CommandCall): Promise<number> {
  const end = await admin.update(id);
  if (end.kind === "refused") return fail(call, end.message, exit.failed);
  line(call, say.updated(id, await originOf(admin, id)));
  const row = (await admin.list()).rows.find((each) => each.id === id);
  const open = row?.capabilities.filter((name) => !row.granted.includes(name)) ?? [];
  return open.length === 0 ? exit.ok : line(call, say.openCapabilities(id, open));
}

async function originOf(admin: PluginAdmin, id: string): Promise<string> {
  return (await admin.list()).rows.find((row) => row.id === id)?.origin ?? id;
}

/** Capabilities are granted one by one, by a person; where there is none they stay off. */
async function enable(admin: PluginAdmin, id: string, call: CommandCall): Promise<number> {
  const row = (await admin.list()).rows.find((each) => each.id === id);
  if (row === undefined) return fail(call, say.notInstalled(id), exit.failed);
  const end = await admin.setEnabled(id, true);
  if (end.kind === "refused") return fail(call, end.message, exit.failed);
  await askCapabilities(admin, row, call);
  return line(call, say.isEnabled(id));
}

async function askCapabilities(admin: PluginAdmin, row: PluginRow, call: CommandCall): Promise<void> {
  const { id } = row;
  const open = row.capabilities.filter((name) => !row.granted.includes(name));
  if (open.length === 0) return;
  if (!canAsk(call)) return warn(call, say.notGranted(open));
  const granted = [...row.granted];
  for (const name of open) if (await says(call, say.askCapability(id, name))) granted.push(name);
  await admin.grant(id, granted);
}

/** Somebody looks at a screen and can press keys. */
function isWatched({ terminal, flags }: CommandCall): boolean {
  return terminal.inIsTty && terminal.outIsTty && flags["json"] !== true;
}

function canAsk({ terminal }: CommandCall): boolean {
  return terminal.inIsTty && terminal.ask !== undefined;
}

async function says(call: CommandCall, question: string): Promise<boolean> {
  if (!canAsk(call)) return false;
  return /^y(?:es)?$/i.test(((await call.terminal.ask?.(question, call.context.signal)) ?? "").trim());
}

function told(call: CommandCall, end: AdminEnd<string>, text: (id: string) => string): number {
  return end.kind === "done" ? line(call, text(end.value)) : fail(call, end.message, exit.failed);
}

/** What manifests say is somebody else's text. */
function line(call: CommandCall, text: string): number {
  call.terminal.out(`${plainText(text)}\n`);
  return exit.ok;
}

function fail(call: CommandCall, message: string, code: number): number {
  return refuse(call, plainText(message), code);
}

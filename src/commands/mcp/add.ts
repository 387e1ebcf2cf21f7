import { setInConfig } from "../../config/edit.ts";
import { seedHome } from "../../config/seed-home.ts";
import { mcpPhrases as say } from "../../text/phrases/mcp.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { listFlag, textFlag } from "../flag-value.ts";
import { exit, fail, withSettings } from "../config/open-config.ts";
import { serversOf } from "./find-server.ts";

const validName = /^[A-Za-z0-9_-]{1,40}$/u;

type Entry = Readonly<Record<string, unknown>>;
type ReadEntry = { readonly kind: "entry"; readonly entry: Entry } | { readonly kind: "bad"; readonly reason: string };

/** Writes a server into config.yaml; what else stands there keeps its place and its comments. */
export const add: CommandRun = (call) =>
  withSettings(call, async (read) => {
    const [name = "", ...command] = call.positionals;
    if (!validName.test(name)) return fail(call, say.badName(name), exit.usage);
    const made = entryOf(call, command);
    if (made.kind === "bad") return fail(call, made.reason, exit.usage);
    const isKnown = serversOf(read).some((server) => server.name === name);
    if (isKnown && call.flags["force"] !== true) return fail(call, say.alreadyThere(name), exit.usage);
    const unusable = seedHome(read.home);
    if (unusable !== null) return fail(call, unusable);
    const written = await setInConfig(read.configFile, ["mcp_servers", name], made.entry, true);
    if (written.kind === "refused") return fail(call, written.reason);
    call.terminal.out(`${say.added(name, read.configFile, made.entry["auth"] === "oauth")}\n`);
    return exit.ok;
  });

function entryOf(call: CommandCall, command: readonly string[]): ReadEntry {
  const headers = pairsOf(call, "header");
  const env = pairsOf(call, "env");
  if (typeof headers === "string") return bad(say.badPair("header", headers));
  if (typeof env === "string") return bad(say.badPair("env", env));
  const trust = call.flags["untrusted"] === true ? { trust: "untrusted" } : {};
  const url = textFlag(call.flags, "url");
  const wantsLogin = call.flags["oauth"] === true;
  if (url === null) return commandEntry(command, { headers, env, wantsLogin, trust });
  return command.length > 0 ? bad(say.bothGiven) : urlEntry(url, { headers, env, wantsLogin, trust });
}

type Pairs = Readonly<Record<string, string>>;
type Given = { readonly headers: Pairs; readonly env: Pairs; readonly wantsLogin: boolean; readonly trust: Entry };

function urlEntry(url: string, { headers, env, wantsLogin, trust }: Given): ReadEntry {
  if (Object.keys(env).length > 0) return bad(say.envNeedsCommand);
  if (!isWebAddress(url)) return bad(say.notAnAddress(url));
  return entry({ url, ...some("headers", headers), ...(wantsLogin ? { auth: "oauth" } : {}), ...trust });
}

function commandEntry([command, ...args]: readonly string[], { headers, env, wantsLogin, trust }: Given): ReadEntry {
  if (command === undefined) return bad(say.nothingGiven);
  if (Object.keys(headers).length > 0 || wantsLogin) return bad(say.headersNeedUrl);
  return entry({ command, ...(args.length === 0 ? {} : { args }), ...some("env", env), ...trust });
}

/** The pairs of a repeated flag, or the one that is none. Headers are often written with a colon. */
function pairsOf(call: CommandCall, flag: "header" | "env"): Pairs | string {
  const texts = listFlag(call.flags, flag);
  const pattern = flag === "env" ? /^([A-Za-z_]\w*)=(.*)$/su : /^([!#$%&'*+.^_`|~\w-]+)\s*[=:]\s*([^\r\n]*)$/u;
  const pairs = texts.map((text) => pattern.exec(text));
  const wrong = pairs.indexOf(null);
  if (wrong !== -1) return texts[wrong] ?? "";
  return Object.fromEntries(pairs.flatMap((pair) => (pair === null ? [] : [[pair[1] ?? "", pair[2] ?? ""]])));
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && ["http:", "https:"].includes(url.protocol) && url.username === "" && url.password === "";
}

function some(key: string, pairs: Pairs): Entry {
  return Object.keys(pairs).length === 0 ? {} : { [key]: pairs };
}

function entry(made: Entry): ReadEntry {
  return { kind: "entry", entry: made };
}

function bad(reason: string): ReadEntry {
  return { kind: "bad", reason };
}

import { readFileSync, statSync } from "node:fs";
import { programOf } from "../../shell/simple-command.ts";
import { databaseLoss } from "./databases.ts";
import { pathsOf } from "./paths-of.ts";
import { operandsOf, valuesOf, type Call, type Rule, type RulePlace } from "./rule.ts";

/** How a client is told to run a file, and when it reads statements from its input. */
type Client = {
  readonly files: (args: readonly string[]) => readonly string[];
  readonly reads: (args: readonly string[]) => boolean;
};

const none = (): readonly string[] => [];
const quiet = /^(?:-l|--list|--version|-V|--help|-\?|ping|status)$/;
const sql = (short: string | null, longs: readonly string[], code: readonly [string, string]): Client => ({
  files: (args) => [...valuesOf(args, short, longs), ...valuesOf(args, ...single(code)).flatMap(included)],
  reads: (args) => valuesOf(args, ...single(code)).length === 0,
});

const clients: ReadonlyMap<string, Client> = new Map<string, Client>([
  ["psql", sql("f", ["file"], ["c", "command"])],
  ["pgcli", sql("f", ["file"], ["c", "command"])],
  ["mysql", sql(null, [], ["e", "execute"])],
  ["mariadb", sql(null, [], ["e", "execute"])],
  ["cockroach", sql("f", ["file"], ["e", "execute"])],
  ["cqlsh", sql("f", ["file"], ["e", "execute"])],
  ["clickhouse-client", sql(null, ["queries-file"], ["q", "query"])],
  ["sqlcmd", sql("i", [], ["Q", "query"])],
  ["snowsql", sql("f", ["filename"], ["q", "query"])],
  ["usql", sql("f", ["file"], ["c", "command"])],
  ["sqlite3", { files: (args) => args.flatMap(included), reads: (args) => operandsOf(args).length < 2 }],
  [
    "duckdb",
    {
      files: (args) => [...args.flatMap(included), ...valuesOf(args, "f", [])],
      reads: (args) => !args.includes("-c") && operandsOf(args).length < 2,
    },
  ],
  ["sqlplus", { files: (args) => args.flatMap((arg) => /^@{1,2}(.+)$/.exec(arg)?.[1] ?? []), reads: () => true }],
  ["mongosh", { files: scripts, reads: (args) => !args.some((arg) => arg.startsWith("--eval")) }],
  ["mongo", { files: scripts, reads: (args) => !args.some((arg) => arg.startsWith("--eval")) }],
  ["redis-cli", { files: (args) => valuesOf(args, null, ["eval"]), reads: (args) => commandOf(args).length === 0 }],
  ["wrangler", { files: (args) => (args.includes("d1") ? valuesOf(args, null, ["file"]) : []), reads: () => false }],
  [
    "prisma",
    {
      files: (args) => (args.includes("execute") ? valuesOf(args, null, ["file"]) : []),
      reads: (args) => args.includes("--stdin"),
    },
  ],
  [
    "pg_restore",
    {
      files: (args) => (valuesOf(args, "d", ["dbname"]).length > 0 ? operandsOf(args).slice(-1) : []),
      reads: () => false,
    },
  ],
  ["mongorestore", { files: (args) => (args.includes("--dryRun") ? [] : ["."]), reads: () => false }],
  ["pgloader", { files: operandsOf, reads: () => false }],
  ["mysqlimport", { files: none, reads: () => false }],
]);

export const databaseScriptRules: readonly Rule[] = [
  {
    family: "databases",
    ask: "always",
    persistable: false,
    id: "database-script",
    description: "run a script against a database that deletes data or that nobody could look into",
    hits: runsScript,
    examples: {
      hit: [
        "psql -f drop.sql",
        "mysql app < drop.sql",
        "cat drop.sql | psql app",
        "zcat dump.sql.gz | mysql app",
        "sqlite3 app.db '.read drop.sql'",
        "psql -c '\\i drop.sql'",
        "mysql -e 'source drop.sql'",
        "mongosh drop.js",
        "pg_dump a | psql b",
        "docker compose exec -T db psql -U me < drop.sql",
        "echo 'select 1' > now.sql; psql -f now.sql",
        "pg_restore -d app x.dump",
      ],
      miss: [
        "psql -f schema.sql",
        "psql app < schema.sql",
        "cat schema.sql | mysql app",
        "psql -c 'select 1'",
        "echo 'select 1' | psql",
        "psql -l",
        "pg_restore -l x.dump",
        "sqlite3 app.db .dump",
      ],
    },
  },
];

function single([short, long]: readonly [string, string]): [string, readonly string[]] {
  return [short, [long]];
}

/** Files that a statement for the client itself names: `\i x`, `\. x`, `source x`, `.read x`. */
function included(text: string): readonly string[] {
  return [...text.matchAll(/(?:^|[;\n])\s*(?:\\ir?|\\\.|source|\.read)\s+(\S+)/gi)].map((found) => found[1] ?? "");
}

function scripts(args: readonly string[]): readonly string[] {
  return [...valuesOf(args, "f", ["file"]), ...operandsOf(args).filter((word) => /\.[cm]?js$/.test(word))];
}

/** What stands behind the flags of redis-cli. */
function commandOf(args: readonly string[]): readonly string[] {
  return args
    .filter((arg, at) => !arg.startsWith("-") && !/^-[hpanus]$|^--(?:user|pass)$/.test(args[at - 1] ?? ""))
    .concat(args.filter((arg) => /^--(?:scan|bigkeys|stat|latency|eval|rdb)/.test(arg)));
}

function runsScript(call: Call, place: RulePlace): boolean {
  const client = clients.get(call.program);
  if (client === undefined || call.args.some((arg) => quiet.test(arg))) return false;
  const given = client.files(call.args);
  const typed = given.length === 0 && client.reads(call.args) ? inputsOf(call) : [];
  return [...given, ...typed].some((file) => file === null || isUnseenOrLossy(file, call, place));
}

/** Files that come through its input; null: something whose text is not known. */
function inputsOf({ readsFrom, hereTexts, inputs }: Call): readonly (string | null)[] {
  if (readsFrom.length > 0) return readsFrom;
  const nearest = inputs.at(-1);
  if (hereTexts.length > 0 || nearest === undefined || nearest.prints !== null) return [];
  const [name, ...args] = nearest.words;
  const files = operandsOf(args);
  return programOf(name) === "cat" && files.length > 0 ? files : [null];
}

const mostBytes = 262_144;

/** Somebody has to look into it: we do, where it is a plain file of this machine that the same text does not write. */
function isUnseenOrLossy(file: string, call: Call, place: RulePlace): boolean {
  if (call.elsewhere && !call.readsFrom.includes(file)) return true;
  const paths = pathsOf(file, place).filter((path) => sizeOf(path) !== null);
  if (paths.length === 0 || paths.some((path) => (sizeOf(path) ?? mostBytes) >= mostBytes || place.writesNow(path)))
    return true;
  return paths.some((path) => databaseLoss(call.program, readFileSync(path, "utf8")));
}

function sizeOf(path: string): number | null {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.size : null;
}

import { losesData } from "./sql.ts";
import { operandsOf, valuesOf, type Call, type Rule } from "./rule.ts";

const family = { family: "databases", ask: "always", persistable: false } as const;

/** Where clients take statements: flags with a value, or plain words. */
const clients: ReadonlyMap<string, (args: readonly string[]) => readonly string[]> = new Map([
  ["psql", (args) => valuesOf(args, "c", ["command"])],
  ["pgcli", (args) => valuesOf(args, "c", ["command"])],
  ["cockroach", (args) => valuesOf(args, "e", ["execute"])],
  ["mysql", (args) => valuesOf(args, "e", ["execute"])],
  ["mariadb", (args) => valuesOf(args, "e", ["execute"])],
  ["sqlite3", operandsOf],
  ["sqlite", operandsOf],
  ["duckdb", (args) => [...operandsOf(args), ...valuesOf(args, "c", [])]],
  ["clickhouse-client", (args) => valuesOf(args, "q", ["query"])],
  ["clickhouse", (args) => valuesOf(args, "q", ["query"])],
  ["sqlcmd", (args) => [...valuesOf(args, "Q", []), ...valuesOf(args, "q", [])]],
  ["snowsql", (args) => valuesOf(args, "q", ["query"])],
  ["bq", operandsOf],
  ["turso", operandsOf],
  ["wrangler", (args) => valuesOf(args, null, ["command"])],
  ["cqlsh", (args) => valuesOf(args, "e", ["execute"])],
  ["usql", (args) => valuesOf(args, "c", ["command"])],
  ["heroku", (args) => valuesOf(args, "c", ["command"])],
]);
const shells: ReadonlyMap<string, RegExp> = new Map([
  ["redis-cli", /^(?:shutdown|debug)$|\bflush(?:all|db)\b|^(?:config\s+set|slaveof|replicaof)\b/i],
  ["valkey-cli", /^shutdown$|\bflush(?:all|db)\b/i],
  ["cypher-shell", /\bdelete\b/i],
  ["sqlite3", /^\.restore\b/],
  ["mongosh", /\b(?:dropDatabase|drop|dropIndexes)\s*\(|(?:deleteMany|remove)\s*\(\s*(?:\{\s*\})?\s*\)/],
  ["mongo", /\b(?:dropDatabase|drop|dropIndexes)\s*\(|(?:deleteMany|remove)\s*\(\s*(?:\{\s*\})?\s*\)/],
  ["mysqladmin", /^drop$/],
  ["etcdctl", /^del$/],
  ["mongorestore", /^--drop$/],
  ["pg_restore", /^(?:-c|--clean)$/],
  ["influx", /^delete$/],
]);
/** Migration tools: words that, together, empty a database. */
const resets = new RegExp(
  [
    String.raw`^(?:rails|rake|bin/rails) (?:.* )?db:(?:drop|reset|purge|truncate_all|schema:load|migrate:reset|migrate VERSION=0)`,
    String.raw`^prisma (?:migrate reset|db push.* --(?:force-reset|accept-data-loss))`,
    String.raw`artisan (?:migrate:(?:fresh|reset|refresh)|db:wipe)`,
    String.raw`manage\.py (?:flush|reset_db|sqlflush|migrate \S+ zero)`,
    String.raw`^alembic downgrade base`,
    String.raw`^sequelize(?:-cli)? db:(?:drop|migrate:undo:all)`,
    String.raw`^knex migrate:rollback.* --all`,
    String.raw`^typeorm schema:(?:drop|sync)`,
    String.raw`^mix ecto\.(?:drop|reset)`,
    String.raw`^supabase db (?:reset|push)`,
    String.raw`^drizzle-kit (?:drop|push.* --force)`,
    String.raw`^sqlx database (?:drop|reset)`,
    String.raw`^diesel (?:database reset|migration revert --all)`,
    String.raw`^flyway (?:.* )?clean`,
    String.raw`^liquibase (?:.* )?(?:drop-?all|rollback)`,
    String.raw`^dotnet ef database (?:drop|update 0)`,
    String.raw`^goose (?:.* )?(?:reset|down-to)`,
    String.raw`^migrate .*(?:drop|down)(?: -all)?$`,
    String.raw`^dbmate (?:.* )?drop`,
    String.raw`^atlas schema clean`,
    String.raw`^hasura metadata clear`,
    String.raw`^turso db destroy`,
    String.raw`^(?:neonctl|neon) \S+ delete`,
    String.raw`^pscale \S+ delete`,
    String.raw`^rabbitmqctl (?:.* )?(?:reset|force_reset|delete_\w+|purge_queue)`,
    String.raw`^kafka-topics(?:\.sh)? .*--delete`,
    String.raw`^bq rm`,
  ].join("|"),
  "i",
);

export const databaseRules: readonly Rule[] = [
  {
    ...family,
    id: "database-loss",
    description: "delete or overwrite data in a database",
    hits: (call) =>
      call.program === "dropdb" ||
      call.program === "dropuser" ||
      statementsOf(call).some(losesData) ||
      call.args.some((arg) => shells.get(call.program)?.test(arg) === true) ||
      shells.get(call.program)?.test(operandsOf(call.args).join(" ")) === true ||
      (shells.get(call.program) !== undefined && textsInto(call).some((text) => firstWords(text, call.program))) ||
      (/^(?:redis|valkey)-cli$/.test(call.program) && call.under.includes("xargs") && deletesKeys(call.args)) ||
      resets.test([call.program, ...call.args].join(" ")),
    examples: {
      hit: [
        "psql -c 'DROP TABLE users'",
        "psql db --command='truncate users'",
        'mysql -e "DELETE FROM users"',
        'mysql -uroot -e"UPDATE users SET a = 1"',
        'sqlite3 x.db "drop table a"',
        "psql <<E\nDELETE FROM a;\nE",
        "echo 'DROP DATABASE x' | psql",
        "psql <<< 'drop table a'",
        "psql -c 'select 1; -- x\nDROP TABLE a'",
        "redis-cli FLUSHALL",
        "redis-cli -n 1 flushdb",
        "echo flushall | redis-cli",
        "dropdb x",
        "mongosh x --eval 'db.dropDatabase()'",
        "docker compose exec db psql -U me -c 'drop schema public cascade'",
        "npx prisma migrate reset",
        "php artisan migrate:fresh",
        "python manage.py flush",
        "psql -c 'delete from a where 1=1'",
        "psql -c 'alter table a drop column b'",
        "printf 'DROP TABLE a' | sudo -u postgres psql",
      ],
      miss: [
        "psql -c 'DELETE FROM a WHERE id = 1'",
        'mysql -e "UPDATE a SET b = 1 WHERE c = 2"',
        'sqlite3 x.db "select * from a"',
        "psql -c \"select 'drop table a'\"",
        "redis-cli GET a",
        "psql -l",
        "sqlite3 x.db .schema",
        "grep -r 'DROP TABLE' migrations",
        "npx prisma migrate dev",
        "python manage.py migrate",
      ],
    },
  },
];

function deletesKeys(args: readonly string[]): boolean {
  return args.some((arg) => /^(?:del|unlink)$/i.test(arg));
}

function statementsOf(call: Call): readonly string[] {
  const words = clients.get(call.program);
  return words === undefined ? [] : [...words(call.args), ...textsInto(call)];
}

function textsInto({ hereTexts, inputs }: Call): readonly string[] {
  return [...hereTexts, ...inputs.flatMap(({ prints }) => prints ?? [])];
}

/** Whether a text would lose data if this client ran it. */
export function databaseLoss(program: string, text: string): boolean {
  const own = shells.get(program);
  const lines = own === undefined ? [] : text.split("\n").filter((line) => own.test(line.trim()));
  return lines.length > 0 || (clients.has(program) && losesData(text));
}

function firstWords(text: string, program: string): boolean {
  return text.split("\n").some((line) => shells.get(program)?.test(line.trim().split(/\s+/)[0] ?? "") === true);
}

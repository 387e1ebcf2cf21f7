import { DatabaseSync } from "node:sqlite";
import type { Rng } from "../../src/domain/clock.ts";
import { indexText } from "../../src/text/index-text.ts";

/** Letters in about the mix of English, so that a prefix covers as much as it would there. */
const letters = "eeeeeetttttaaaaooooiiinnnnsssshhhrrrddllluuccmmfwwyppvbgkjqxz";

/** Words by rank: the first are said all the time, the last hardly ever, as in real talk. */
const vocabulary = Array.from({ length: 20_000 }, (_, rank) => wordOf(rank));
const characters = Array.from({ length: 600 }, (_, index) => String.fromCodePoint(0x4e00 + index * 7));

const sessionSize = 100;

/** Fills an open store's file with talk of `words` on average, in one transaction; about a quarter of it is tool output, a tenth Chinese. */
export function fillWithTalk(path: string, messages: number, rng: Rng, words = 19): void {
  using db = new DatabaseSync(path);
  const session = db.prepare(
    `INSERT INTO sessions (id, conversation_id, source, model, provider, started_at, last_activity_at)
     VALUES (?1, ?1, 'cli', 'model', 'provider', ?2, ?2)`,
  );
  const message = db.prepare(
    "INSERT INTO messages (id, session_id, role, content, tool_call_id, tool_name, extra, timestamp) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const index = db.prepare("INSERT INTO search_index (rowid, body, tool) VALUES (?, ?, ?)");
  db.exec("PRAGMA synchronous = OFF; BEGIN");
  for (let id = 1; id <= messages; id++) {
    const sessionId = `talk-${Math.ceil(id / sessionSize)}`;
    if (id % sessionSize === 1) session.run(sessionId, id);
    const role = roles[id % roles.length] ?? "user";
    const text = sentence(rng, words);
    const isTool = role === "tool";
    message.run(
      id,
      sessionId,
      role,
      text,
      isTool ? "c" : null,
      isTool ? "run" : null,
      isTool ? '{"name":"run"}' : null,
      id,
    );
    index.run(id, isTool ? "" : indexText(text), isTool ? indexText(text) : "");
  }
  db.exec("COMMIT");
}

const roles = ["user", "assistant", "tool", "assistant"] as const;

/** The mix a search must be quick on (surfaces 6.5): 200 queries. */
export function queryMix(rng: Rng): readonly string[] {
  const word = (): string => vocabulary[spread(rng, vocabulary.length)] ?? "";
  const frequent = (): string => vocabulary[Math.floor(rng.between(0, 20))] ?? "";
  const kinds: readonly [number, () => string][] = [
    [80, () => [word(), word(), ...(rng.between(0, 1) < 0.5 ? [word()] : [])].join(" ")],
    [40, frequent],
    [40, () => `${character(rng)}${character(rng)}`],
    [20, () => `${word().slice(0, Math.floor(rng.between(2, 5)))}*`],
    [20, () => `"${frequent()} ${frequent()}"`],
  ];
  return kinds.flatMap(([count, make]) => Array.from({ length: count }, make));
}

function sentence(rng: Rng, usual: number): string {
  const length = Math.floor(rng.between(usual / 3, (usual * 5) / 3));
  const words = Array.from({ length }, () => vocabulary[spread(rng, vocabulary.length)] ?? "");
  if (rng.between(0, 1) < 0.1) words.push(Array.from({ length: 30 }, () => character(rng)).join(""));
  return words.join(" ");
}

function character(rng: Rng): string {
  return characters[spread(rng, characters.length)] ?? "";
}

/** Zipf-like: each tenfold of ranks is as likely as the one before. */
function spread(rng: Rng, size: number): number {
  return Math.min(size - 1, Math.floor(size ** rng.between(0, 1)) - 1);
}

function wordOf(rank: number): string {
  let state = Math.imul(rank + 1, 0x9e37_79b1) >>> 0;
  return Array.from({ length: 3 + (rank % 6) }, () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b_3c6d) >>> 0;
    return letters[(state >>> 8) % letters.length] ?? "";
  }).join("");
}

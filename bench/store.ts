// node bench/store.ts: what searching, appending and a first append in a fresh process cost. Run it on a quiet machine.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { fakeRng } from "../tests/support/fake-rng.ts";
import { fillWithTalk, queryMix } from "../tests/support/search-corpus.ts";
import { newSession, temporaryStore } from "../tests/support/temporary-store.ts";

const [task, givenPath = ""] = process.argv.slice(2);
if (task === "cold") await firstAppend(givenPath);
else await report();

async function report(): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "hermes-bench-"));
  for (const words of [19, 60]) say(`search, 100,000 messages of ${words} words`, await searchFigures(home, words));
  say("append, one message of about 19 words", await appendFigures(join(home, "append.db")));
  say("open, create, first append: new file", await coldFigures(home, () => join(home, `${performance.now()}.db`)));
  say("open, create, first append: known file", await coldFigures(home, () => join(home, "append.db")));
  rmSync(home, { recursive: true });
}

async function searchFigures(home: string, words: number): Promise<string> {
  const path = join(home, `search-${words}.db`);
  using store = await temporaryStore({ path });
  fillWithTalk(path, 100_000, fakeRng(), words);
  const queries = [...queryMix(fakeRng(2))];
  const mix = queries.map((query) => timed(() => store.search(query)));
  const letters = Array.from("etaoinshrdlu");
  const prefixes = letters.flatMap((a) => letters.map((b) => timed(() => store.search(`${a}${b}*`))));
  return `p50 ${at(mix, 0.5)}  p95 ${at(mix, 0.95)}  worst ${at(mix, 1)}  worst prefix of two letters ${at(prefixes, 1)}`;
}

async function appendFigures(path: string): Promise<string> {
  const figures: string[] = [];
  for (const fullText of ["off", "auto"] as const) {
    using store = await temporaryStore({ path, fullText });
    await store.sessions.create(newSession(fullText));
    const journal = store.openJournal(null);
    const before = process.cpuUsage();
    const content = "some words that a person says to a program in the course of a day, about as long as this";
    for (let count = 0; count < 5_000; count++) {
      await journal.append(fullText, { role: "user", content: `${content} ${count}` }, "t");
    }
    const { user, system } = process.cpuUsage(before);
    figures.push(
      `${fullText === "off" ? "without" : "with"} index ${((user + system) / 5e6).toFixed(3)} ms of processor`,
    );
  }
  return figures.join("  ");
}

async function coldFigures(home: string, path: () => string): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < 20; round++) {
    const run = promisify(execFile)(process.execPath, [import.meta.filename, "cold", path()], { cwd: home });
    times.push(Number((await run).stdout));
  }
  return `median of 20 ${at(times, 0.5)}`;
}

async function firstAppend(path: string): Promise<void> {
  const start = performance.now();
  using store = await temporaryStore({ path });
  const id = `s${process.pid}-${start}`;
  await store.sessions.create(newSession(id));
  await store.openJournal(null).append(id, { role: "user", content: "hello" }, "t");
  process.stdout.write(String(performance.now() - start));
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function at(times: readonly number[], share: number): string {
  const place = Math.min(times.length - 1, Math.floor(times.length * share));
  return `${(times.toSorted((a, b) => a - b)[place] ?? 0).toFixed(1)} ms`;
}

function say(what: string, figures: string): void {
  process.stdout.write(`${what}: ${figures}\n`);
}

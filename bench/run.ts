// npm run bench: what a start, a step and a long context cost, beside a bare fetch loop measured in the same run.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { startCannedServer } from "./canned-server.ts";
import { chatFigures } from "./chat.ts";
import { dangerFigures } from "./danger.ts";
import { compressionFigures } from "./compression.ts";
import { type Figure, holds, table } from "./figures.ts";
import { injectionFigures } from "./injection.ts";
import { memoryFigures } from "./memory.ts";
import { promptFigures } from "./prompt-tokens.ts";
import { Scratch } from "./scratch.ts";
import { searchFigures } from "./search.ts";
import { startFigures } from "./start.ts";
import { contextFigures, stepFigures } from "./steps.ts";

await using server = await startCannedServer();
using scratch = new Scratch(server.url);
const bench = { server, scratch };
const sections = [
  startFigures,
  chatFigures,
  stepFigures,
  contextFigures,
  memoryFigures,
  promptFigures,
  searchFigures,
  injectionFigures,
  dangerFigures,
  compressionFigures,
];

const figures: Figure[] = [];
for (const section of sections) figures.push(...(await section(bench)));
report(figures);

function report(all: readonly Figure[]): void {
  const [load = 0] = loadavg();
  process.stdout.write(`${table(all)}\nload ${load.toFixed(1)} on ${cpus().length} cores\n`);
  mkdirSync("bench/out", { recursive: true });
  const machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model ?? "", load };
  writeFileSync("bench/out/latest.json", `${JSON.stringify({ machine, figures: all }, null, 2)}\n`);
  if (all.some((figure) => holds(figure) === false)) process.exitCode = 1;
}

// npm run chaos -- --seed N --runs K [--jobs J]: K runs of the whole agent in trouble; --run R plays one of them again.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { openLab } from "./lab.ts";
import type { Finding, Share } from "./worker.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    runs: { type: "string", default: "1000" },
    jobs: { type: "string", default: `${Math.min(8, availableParallelism())}` },
    run: { type: "string" },
  },
});
const seed = wholeNumber("seed", values.seed);
if (values.run === undefined)
  await many(wholeNumber("runs", values.runs), Math.max(1, wholeNumber("jobs", values.jobs)));
else await again(wholeNumber("run", values.run));

function wholeNumber(name: string, text: string): number {
  if (/^\d{1,9}$/u.test(text)) return Number(text);
  process.stderr.write(`chaos: --${name} must be a whole number, not "${text}"\n`);
  process.exit(2);
}

async function many(runs: number, jobs: number): Promise<void> {
  const startedMs = performance.now();
  const findings: Finding[] = [];
  const shares = Array.from({ length: jobs }, (_, first): Share => ({ seed, first, step: jobs, runs }));
  await Promise.all(shares.map((share) => work(share, (finding) => findings.push(tell(finding)))));
  const seconds = ((performance.now() - startedMs) / 1_000).toFixed(1);
  process.stdout.write(`seed ${seed}: ${runs} runs in ${seconds} s, ${findings.length} with violations\n`);
  if (findings.length > 0) process.exitCode = 1;
}

function work(share: Share, tellOf: (finding: Finding) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const worker = new Worker(new URL("worker.ts", import.meta.url), { workerData: share });
  worker.on("message", tellOf);
  worker.on("error", reject);
  worker.on("exit", () => resolve());
  return promise;
}

function tell(finding: Finding): Finding {
  const { run, violations } = finding;
  const lines = violations.map((violation) => `  ${violation}`);
  process.stdout.write(
    `seed ${seed}, run ${run}; again with: npm run chaos -- --seed ${seed} --run ${run}\n${lines.join("\n")}\n`,
  );
  return finding;
}

async function again(run: number): Promise<void> {
  using lab = await openLab();
  const { lines, violations } = await lab.run(seed, run);
  process.stdout.write(`${lines.map((line) => line.slice(0, 2_000)).join("\n")}\n`);
  if (violations.length === 0) return void process.stdout.write(`seed ${seed}, run ${run}: no violation\n`);
  tell({ run, violations });
  process.exitCode = 1;
}

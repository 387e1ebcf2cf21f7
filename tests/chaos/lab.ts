import { hash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createAgent } from "../../src/app/library.ts";
import { chatEndpoint } from "../support/agent-world.ts";
import { remainsProblems } from "./afterwards.ts";
import { Conversation } from "./conversation.ts";
import { hookStatements } from "../support/statement-hook.ts";
import { World } from "./world.ts";

export type Report = {
  readonly violations: readonly string[];
  /** Everything that was sent, done and ended, in order. */
  readonly lines: readonly string[];
  /** The same run has the same. */
  readonly fingerprint: string;
};

export type Lab = Disposable & { readonly run: (seed: number, run: number) => Promise<Report> };

const memoryDisk = "/dev/shm"; // nothing here has to outlive the machine

/** A place for runs. The first one loads what is loaded when first needed, so that no later run has to wait for it. */
export async function openLab(): Promise<Lab> {
  const root = mkdtempSync(join(existsSync(memoryDisk) ? memoryDisk : tmpdir(), "hermes-chaos-"));
  const template = join(root, "template");
  mkdirSync(template);
  const agent = await createAgent({ ...chatEndpoint, home: template, cwd: root });
  await agent.close();
  const run = (seed: number, number: number): Promise<Report> => runOnce(root, seed, number);
  for (let number = 0; number < 8; number++) await run(0, number);
  return { run, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) };
}

async function runOnce(root: string, seed: number, run: number): Promise<Report> {
  const place = join(root, "room");
  rmSync(place, { recursive: true, force: true });
  mkdirSync(place);
  cpSync(join(root, "template"), join(place, "home"), { recursive: true });
  const world = new World(place, seed, run);
  using watches = new DisposableStack();
  watches.use(hookStatements(world.statements));
  watches.use(watchRejections(world));
  const conversation = new Conversation(world, seed, run);
  for (let turn = 1; turn <= world.mood.turns; turn++) await conversation.say(`Question ${turn}?`);
  await conversation.sayCalmly();
  await conversation.leave();
  world.violations.push(...remainsProblems(world, conversation));
  world.observer.db.close();
  const lines = world.lines.map((line) => line.replaceAll(root, "<root>"));
  return { violations: world.violations, lines, fingerprint: hash("sha256", lines.join("\n")) };
}

function watchRejections(world: World): Disposable {
  const heard = (reason: unknown): void => {
    if (!world.life.dead) world.violations.push(`unhandled rejection: ${String(reason)}`);
  };
  process.on("unhandledRejection", heard);
  return { [Symbol.dispose]: () => void process.off("unhandledRejection", heard) };
}

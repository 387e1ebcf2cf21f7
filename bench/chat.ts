import { readFileSync } from "node:fs";
import { type ChatTerminal, keys, startChat } from "../tests/support/chat-terminal.ts";
import { type Machine, machineFor } from "../tests/support/hermes-process.ts";
import { serveScenario } from "../tests/support/serve-scenario.ts";
import { calmRound, type Figure } from "./figures.ts";

const starts = 15;
const prompt = "edits: allow"; // in the status bar, below the line that takes the first key
const tokens = 2_000;
const tokensPerSecond = 200;
const ticksPerSecond = 100; // of the kernel's clock in /proc

/** What a person notices of the chat: how soon it takes a key, and whether the fan turns while an answer comes. */
export async function chatFigures(): Promise<readonly Figure[]> {
  const delay_ms = 1_000 / tokensPerSecond;
  await using model = await serveScenario({
    steps: [{ reply: { text: answer() }, fault: { kind: "drip", delay_ms } }],
  });
  const machine = machineFor(model.url);
  const startMs: number[] = [];
  for (let round = 0; round <= starts; round++) startMs.push(await promptMs(machine));
  return [
    figure("chat: start to prompt", "ms", calmRound(startMs.slice(1)), 300), // the first one fills the compile cache
    figure(`chat: one core at ${tokensPerSecond} tokens/s`, "%", await streamingShare(machine), 15),
  ];
}

async function promptMs(machine: Machine): Promise<number> {
  const fromMs = performance.now();
  using chat = startChat(machine, { columns: 120, rows: 40 });
  await chat.shows(prompt);
  const tookMs = performance.now() - fromMs;
  chat.type(keys.ctrlD);
  await chat.ended;
  return tookMs;
}

async function streamingShare(machine: Machine): Promise<number> {
  using chat = startChat(machine, { columns: 120, rows: 40 });
  await chat.shows(prompt);
  chat.type(`write${keys.enter}`);
  await chat.shows("word10 ");
  const [fromMs, before] = [performance.now(), cpuSeconds(chat)];
  await chat.shows("0 tools");
  const share = (1_000 * (cpuSeconds(chat) - before)) / (performance.now() - fromMs);
  chat.type(keys.ctrlD);
  await chat.ended;
  return 100 * share;
}

/** User and system time of the process; NaN, which holds no limit, where there is no /proc. */
function cpuSeconds({ pid }: ChatTerminal): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
  } catch {
    return NaN;
  }
}

/** Paragraphs, lists and code, word by word. */
function answer(): string[] {
  return Array.from({ length: tokens }, (_, index) => `word${index} ${ends[index % 200] ?? ""}`);
}

const ends: Readonly<Record<number, string>> = {
  60: "\n\n- ",
  80: "\n- **bold** and `code` ",
  100: "\n\n```ts\nconst first = 1;\n",
  120: "\nfunction second() { return 2; }\n",
  140: "\n```\n\n",
};

function figure(name: string, unit: Figure["unit"], ours: number, value: number): Figure {
  return { name, unit, ours, bare: null, limit: { kind: "at most", value } };
}

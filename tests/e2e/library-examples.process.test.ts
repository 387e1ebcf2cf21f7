import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { machineFor, type Machine } from "../support/hermes-process.ts";
import { serveScenario } from "../support/serve-scenario.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = join(root, "examples/library");
const examples = readdirSync(folder).filter((name) => name.endsWith(".ts"));

const says = (text: string) => ({ reply: { text } });
const calls = (name: string, args: Record<string, unknown>, text = "") => ({
  reply: { text, tool_calls: [{ name, arguments: args }] },
});
const readme = { path: "README.md" };

/** What the model says to each example, and what the example then prints. */
const plays: Readonly<Record<string, Play>> = {
  "chat.ts": { steps: [says("Oslo.")], prints: ["Oslo."] },
  "callbacks.ts": {
    steps: [
      calls("clarify", { question: "How long?", choices: ["short", "long"] }),
      calls("read_file", readme, "Let me look."),
      says("Three lines about birds."),
    ],
    prints: [
      "> clarify How long?",
      "? How long? (short, long)",
      "Let me look.",
      "> read_file README.md",
      "Three lines about birds.",
      "text_response after 3 requests",
    ],
  },
  "events.ts": {
    steps: [calls("search_files", { pattern: "*", target: "files" }), says("There is a README.")],
    prints: ["> search_files *", "  done", "There is a README.", "text_response"],
  },
  "own-tool.ts": {
    steps: [calls("look_up_price", { article: "tea" }), says("3.20 euros.")],
    prints: ['look_up_price {"article":"tea"} {"article":"tea","price":3.2}', "3.20 euros."],
  },
  "interrupt-and-steer.ts": {
    steps: [
      calls("read_file", readme),
      { ...says("3"), expect: { last_contains: "Only the number, please." } },
      { ...says("Once upon a time there was a bird."), fault: { kind: "drip", delay_ms: 20 } },
    ],
    prints: ["3", "interrupted_during_api_call true that is enough", "shown so far: Once"],
  },
  "resume.ts": {
    steps: [says("Hello Ann."), { ...says("Ann."), expect: { turns: 3 } }],
    prints: ["Ann.", "user, assistant, user, assistant"],
  },
  "turn-context.ts": {
    steps: [{ ...says("Lentils."), expect: { last_contains: "Ann does not eat meat." } }],
    prints: ["Lentils.", "stored: What is for lunch?"],
  },
};

type Play = {
  readonly steps: NonNullable<Parameters<typeof serveScenario>[0]["steps"]>;
  readonly prints: readonly string[];
};

async function run(example: string, { home, cwd, root: user }: Machine): Promise<{ out: string; err: string }> {
  const env = { PATH: process.env["PATH"] ?? "", HOME: user, HERMES_HOME: home };
  const child = spawn(process.execPath, [join(folder, example)], { cwd, env, timeout: 30_000 });
  const heard = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => void (heard.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => void (heard.err += text));
  await once(child, "close");
  return heard;
}

test.each(examples)("the example %s prints what the documentation promises", async (example) => {
  const play = plays[example];
  if (play === undefined) throw new Error(`no play for ${example}`);
  await using server = await serveScenario({ steps: play.steps });
  const machine = machineFor(server.url);
  writeFileSync(join(machine.cwd, "README.md"), "one\ntwo\nthree\n");
  const { out, err } = await run(example, machine);
  expect(err).toBe("");
  expect(linesFound(out, play.prints)).toEqual(play.prints);
  expect(server.simulator.requests).toHaveLength(play.steps.length);
});

/** The expected lines that begin a printed line, in the order they were printed. */
function linesFound(out: string, expected: readonly string[]): readonly string[] {
  return out.split("\n").flatMap((line) => expected.find((start) => line.startsWith(start)) ?? []);
}

test("the documentation quotes every example word for word", () => {
  const page = readFileSync(join(root, "docs/library.md"), "utf8");
  const quoted = [...page.matchAll(/^```ts\n\/\/ (examples\/library\/\S+)\n\n([^]*?)^```$/gm)];
  expect(quoted.map(([, path = ""]) => path).toSorted()).toEqual(
    examples.map((name) => `examples/library/${name}`).toSorted(),
  );
  for (const [, path = "", text] of quoted) expect(text).toBe(readFileSync(join(root, path), "utf8"));
});

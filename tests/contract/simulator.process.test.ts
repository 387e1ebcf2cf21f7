import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import OpenAI from "openai";
import { expect, test } from "vitest";
import { z } from "zod";

const entry = join(import.meta.dirname, "../support/simulator-process.ts");

test("as a process it names its port, plays its scenario and ends with its parent's pipe", async () => {
  const folder = await mkdtemp(join(tmpdir(), "simulator-"));
  const scenario = join(folder, "scenario.json");
  await writeFile(scenario, JSON.stringify({ steps: [{ reply: { text: "from afar" } }] }));
  const child = spawn(process.execPath, [entry, scenario], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const [line] = z.tuple([z.string()]).parse(await once(createInterface(child.stdout), "line"));
  const { url } = z.object({ port: z.int(), url: z.string() }).parse(JSON.parse(line));
  const api = new OpenAI({ baseURL: `${url}/v1`, apiKey: "k", maxRetries: 0 });
  const completion = await api.chat.completions.create({ model: "demo", messages: [{ role: "user", content: "hi" }] });
  expect(completion.choices[0]?.message.content).toBe("from afar");
  child.stdin.end();
  expect(await ended).toEqual([0, null]);
  await rm(folder, { recursive: true });
});

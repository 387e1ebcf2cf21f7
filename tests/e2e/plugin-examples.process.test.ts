import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { endpointConfig, hermes, newMachine } from "../support/hermes-process.ts";
import { enabled } from "../support/plugin-files.ts";
import { serveScenario } from "../support/serve-scenario.ts";

const examples = resolve(import.meta.dirname, "../../examples/plugins");

type Steps = NonNullable<Parameters<typeof serveScenario>[0]["steps"]>;
const says = (text: string) => ({ reply: { text } });
const calls = (name: string, args: Record<string, unknown>) => ({
  reply: { text: "", tool_calls: [{ name, arguments: args }] },
});

/** The example copied into a home and enabled, as `plugins install` leaves it after a yes. */
async function machineWith(example: string, steps: Steps, more = "") {
  const server = await serveScenario({ steps });
  const machine = newMachine({ "config.yaml": endpointConfig(`${server.url}/v1`, enabled(example) + more) });
  cpSync(join(examples, example), join(machine.home, "plugins", example), { recursive: true });
  const stub = join(machine.root, "bin");
  mkdirSync(stub);
  writeFileSync(join(stub, "npm"), '#!/bin/sh\necho "npm was given $*"\n', { mode: 0o755 });
  const env = { OPENAI_API_KEY: "sk-simulated-key-000000", PATH: `${stub}:${process.env["PATH"] ?? ""}` };
  const run = (...args: readonly string[]) => hermes(machine, ["run", ...args], { env });
  const requests = (): readonly string[] => server.simulator.requests.map(({ body }) => JSON.stringify(body));
  return { run, requests, machine, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

test("word-count counts, and its own setting limits it", async () => {
  const steps = [
    calls("word_count", { text: "one two\nthree" }),
    calls("word_count", { text: "x".repeat(30) }),
    says("ok"),
  ];
  await using at = await machineWith("word-count", steps, "  entries:\n    word-count:\n      longest: 20\n");
  expect(await at.run("count")).toMatchObject({ code: 0, out: "ok\n" });
  const last = at.requests().at(-1) ?? "";
  expect(last).toContain(String.raw`{\"words\":3,\"lines\":2}`);
  expect(last).toContain("The text has more than 20 characters");
});

test("careful-shell blocks a push, has a person asked about rm, and takes install scripts away", async () => {
  const commands = ["git push origin main", "rm -r build", "npm ci", "echo fine"];
  const steps = [...commands.map((command) => calls("terminal", { command })), says("ok")];
  await using at = await machineWith("careful-shell", steps);
  expect(await at.run("--allow", "npm *", "go")).toMatchObject({ code: 0, out: "ok\n" });
  const last = at.requests().at(-1) ?? "";
  expect(last).toContain("Pushes to main go through a pull request");
  expect(last).toContain("careful-shell: ");
  expect(last).toContain("npm was given ci --ignore-scripts");
  expect(last).toContain("fine");
});

test("first-and-last shortens a long conversation and keeps its first question", async () => {
  const questions = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"];
  const padding = "\n" + "and so on ".repeat(8_000); // six of them do not fit
  const steps = questions.map((word) => says(`about ${word}`));
  await using at = await machineWith("first-and-last", steps, "context:\n  engine: first-and-last\n");
  for (const [index, word] of questions.entries()) {
    const ended = await at.run(...(index === 0 ? [] : ["--resume", "latest"]), word + padding);
    expect(ended).toMatchObject({ code: 0, out: `about ${word}\n` });
  }
  const log = readFileSync(join(at.machine.home, "logs", "agent.log"), "utf8");
  expect(log).toContain('"engine":"first-and-last"');
  const last = at.requests().at(-1) ?? "";
  expect(last).toContain("[The conversation began with: alpha]");
  expect(last).not.toContain("about alpha");
});

test("house-models is a provider, at the address the settings give it", async () => {
  await using elsewhere = await serveScenario({ models: ["house-large"], steps: [says("from the house")] });
  await using at = await machineWith("house-models", [], `providers:\n  house:\n    base_url: ${elsewhere.url}/v1\n`);
  expect(await at.run("--provider", "house", "hello")).toMatchObject({ code: 0, out: "from the house\n" });
  expect(elsewhere.simulator.requests[0]?.body).toMatchObject({ model: "house-large" });
  expect(at.requests()).toEqual([]);
});

test("irc brings its platform; irc-plugin.test.ts talks to a server with it", async () => {
  await using at = await machineWith("irc", []);
  const { code, out } = await hermes(at.machine, ["plugins", "doctor"]);
  expect([code, out.trim().split("\n").at(-1)]).toEqual([0, "0 problems, 1 warning"]); // nobody agreed to its password
  expect((await hermes(at.machine, ["plugins", "list"])).out).toContain("[brings the platform irc]\n");
});

test("every example has a play", () => {
  const folders = readdirSync(examples).filter((name) => name !== "README.md");
  expect(folders.toSorted()).toEqual(["careful-shell", "first-and-last", "house-models", "irc", "word-count"]);
});

import { expect, test, vi } from "vitest";
import { z } from "zod";
import { keys, startChat } from "../support/chat-terminal.ts";
import { machineFor } from "../support/hermes-process.ts";
import { serveScenario } from "../support/serve-scenario.ts";
import { stored } from "../support/stored.ts";

vi.setConfig({ testTimeout: 60_000 }); // real processes, on a machine that may be busy

const Body = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
  tools: z.array(z.unknown()).optional(),
});
const steers = "display:\n  busy_input_mode: steer\n";
const prompt = "edits: allow";

function asked(requests: readonly { readonly body: unknown }[], index: number) {
  return Body.parse(requests[index]?.body);
}

test("[SF-L15] Enter while the model answers drops the answer at once and asks the new question", async () => {
  const dropped = [1, 2, 3].map((number) => ({
    reply: { text: `PARTIAL${number} words that nobody keeps` },
    fault: { kind: "drip", delay_ms: 400 } as const,
  }));
  await using model = await serveScenario({ steps: [...dropped, { reply: { text: "the last answer" } }] });
  const machine = machineFor(model.url);
  using chat = startChat(machine);
  await chat.shows(prompt);
  const tookMs: number[] = [];
  chat.type(`question 0${keys.enter}`);
  for (const number of [1, 2, 3]) {
    await chat.shows(`PARTIAL${number}`);
    const fromMs = performance.now();
    chat.type(`question ${number}${keys.enter}`);
    await chat.shows(() => chat.all().filter((line) => line.includes("interrupted;")).length === number);
    tookMs.push(performance.now() - fromMs);
  }
  await chat.shows("the last answer");
  chat.type(keys.ctrlD);
  expect(await chat.ended).toBe(0);
  expect(Math.min(...tookMs)).toBeLessThan(200); // the machine may be busy with others once or twice
  const { messages, turns } = stored(machine.home);
  expect(turns).toEqual([...dropped.map(() => "interrupted_during_api_call"), "text_response"]);
  expect(messages.join("\n")).not.toContain("PARTIAL");
  expect(messages.at(-1)).toBe("assistant: the last answer");
});

test("[SF-L16] a steer during a tool run goes into that tool's result, and makes no row of its own", async () => {
  const slow = { tool_calls: [{ name: "terminal", arguments: { command: "sleep 3" } }] };
  await using model = await serveScenario({ steps: [{ reply: slow }, { reply: { text: "noted" } }] });
  const machine = machineFor(model.url, steers);
  using chat = startChat(machine);
  await chat.shows(prompt);
  chat.type(`work${keys.enter}`);
  await chat.shows("• terminal");
  chat.type(`and look at B too${keys.enter}`);
  await chat.shows("noted");
  const { messages } = asked(model.simulator.requests, 1);
  expect(messages.at(-1)?.role).toBe("tool");
  expect(JSON.stringify(messages.at(-1)?.content)).toContain("and look at B too");
  expect(messages.filter(({ role }) => role === "user")).toHaveLength(1);
});

test("[SF-L17] a steer that no tool result can carry becomes the next turn", async () => {
  await using model = await serveScenario({
    steps: [
      { reply: { text: "one two three four five six seven" }, fault: { kind: "drip", delay_ms: 250 } },
      { reply: { text: "answer to the note" } },
    ],
  });
  using chat = startChat(machineFor(model.url, steers));
  await chat.shows(prompt);
  chat.type(`go${keys.enter}`);
  await chat.shows("one two");
  chat.type(`my note${keys.enter}`);
  await chat.shows("answer to the note");
  const { messages } = asked(model.simulator.requests, 1);
  const users = messages.filter(({ role }) => role === "user").map(({ content }) => content);
  expect(users).toEqual(["go", "my note"]);
  expect(chat.all().join("\n")).toContain("one two three four five six seven");
});

test("[SF-L18] a long paste is not sent by its line ends, is shown shorter, and arrives whole", async () => {
  await using model = await serveScenario({ steps: [{ reply: { text: "fifty lines" } }] });
  const machine = machineFor(model.url);
  using chat = startChat(machine);
  await chat.shows(prompt);
  const pasted = Array.from({ length: 50 }, (_, index) => `pasted line ${index + 1} of fifty\n`).join("");
  chat.type(keys.paste(pasted));
  await chat.shows("paste");
  expect(model.simulator.requests).toEqual([]);
  expect(chat.window().join("\n")).not.toContain("pasted line 25");
  chat.type(keys.enter);
  await chat.shows("fifty lines");
  expect(stored(machine.home).messages[0]).toBe(`user: ${pasted}`);
  const { messages } = asked(model.simulator.requests, 0);
  expect(messages.at(-1)).toEqual({ role: "user", content: pasted.trimEnd() }); // every request is sent without blank ends
});

test("[SF-L19] commands in any case work, several that fit are listed, and a wrong one names the nearest", async () => {
  await using model = await serveScenario({ steps: [] });
  using chat = startChat(machineFor(model.url));
  await chat.shows(prompt);
  chat.type(`/RESUME${keys.enter}`);
  await chat.shows("there are no other sessions yet");
  chat.type(`/re${keys.enter}`);
  await chat.shows("/re could be /reset, /resume");
  chat.type(`/hepl${keys.enter}`);
  await chat.shows("there is no /hepl, did you mean /help?");
  chat.type(`/frob${keys.enter}`);
  await chat.shows(() => /there is no \/frob, did you mean \/[a-z]+\?/.test(chat.window().join("\n")));
  expect(model.simulator.requests).toEqual([]);
});

test("[SF-L27] Shift+Tab goes through the edit modes, and the next request begins with the same bytes", async () => {
  await using model = await serveScenario({ steps: [{ reply: { text: "one" } }, { reply: { text: "two" } }] });
  using chat = startChat(machineFor(model.url));
  await chat.shows(prompt);
  chat.type(`first${keys.enter}`);
  await chat.shows("one");
  for (const mode of ["ask", "plan", "allow", "ask"]) {
    chat.type(keys.shiftTab);
    await chat.shows(`edits: ${mode}`);
  }
  chat.type(`second${keys.enter}`);
  await chat.shows("two");
  const [before, after] = [asked(model.simulator.requests, 0), asked(model.simulator.requests, 1)];
  expect(JSON.stringify([after.messages[0], after.tools])).toBe(JSON.stringify([before.messages[0], before.tools]));
});

test("a message has as many lines as one likes: Ctrl+J, Alt+Enter or a backslash before Enter", async () => {
  await using model = await serveScenario({ steps: [{ reply: { text: "four lines" } }] });
  using chat = startChat(machineFor(model.url));
  await chat.shows(prompt);
  for (const piece of ["one\n", "two\u001B\r", "three\\", keys.enter]) chat.type(piece);
  await chat.shows("three");
  expect(model.simulator.requests).toEqual([]);
  chat.type("four");
  await chat.shows("four");
  chat.type(keys.enter);
  await chat.shows("four lines");
  expect(asked(model.simulator.requests, 0).messages.at(-1)?.content).toBe("one\ntwo\nthree\nfour");
});

test("what waits is shown, can be taken back, and is sent in order", async () => {
  const words = Array.from({ length: 30 }, (_, index) => `word${index} `);
  await using model = await serveScenario({
    steps: [{ reply: { text: words }, fault: { kind: "drip", delay_ms: 60 } }, { reply: { text: "the second" } }],
  });
  using chat = startChat(machineFor(model.url, "display:\n  busy_input_mode: queue\n"));
  await chat.shows(prompt);
  chat.type(`first${keys.enter}`);
  await chat.shows("word2");
  chat.type(`keep this${keys.enter}`);
  await chat.shows("next: keep this");
  chat.type(`not this${keys.enter}`);
  await chat.shows("next: not this");
  chat.type(keys.up);
  await chat.shows(() => !chat.window().join("\n").includes("next: not this"));
  await chat.shows("the second");
  const users = asked(model.simulator.requests, 1).messages.filter(({ role }) => role === "user");
  expect(users.map(({ content }) => content)).toEqual(["first", "keep this"]);
  expect(chat.window().join("\n")).toContain("not this"); // back in the editor
});

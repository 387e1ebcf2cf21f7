import { expect, test, vi } from "vitest";
import { keys, startChat } from "../support/chat-terminal.ts";
import { machineFor } from "../support/hermes-process.ts";
import { serveScenario } from "../support/serve-scenario.ts";

vi.setConfig({ testTimeout: 60_000 }); // real processes, on a machine that may be busy

const prompt = "edits: allow";
const says = (text: string) => ({ reply: { text } });

test("turns are undone into the line, asked again, and branched; the list finds, renames, previews and deletes", async () => {
  await using model = await serveScenario({ steps: [says("an oak"), says("an elm"), says("an ash"), says("a beech")] });
  const machine = machineFor(model.url);
  using chat = startChat(machine);
  await chat.shows(prompt);
  chat.type(`first tree${keys.enter}`);
  await chat.shows("an oak");
  chat.type(`second tree${keys.enter}`);
  await chat.shows("an elm");
  await chat.shows(() => !chat.window().join("\n").includes("Ctrl+C stops"));
  chat.type(`/retry${keys.enter}`);
  await chat.shows("an ash");
  await chat.shows(() => !chat.window().join("\n").includes("Ctrl+C stops"));
  chat.type(`/undo --yes${keys.enter}`);
  await chat.shows("1 turn undone (2 messages, kept in the store)");
  chat.type(`!${keys.enter}`); // behind the words that came back
  await chat.shows("a beech");
  const asked = JSON.stringify(model.simulator.requests.at(-1)?.body);
  expect(asked).toContain("second tree!");
  expect(asked).not.toContain("an ash");
  await chat.shows(() => !chat.window().join("\n").includes("Ctrl+C stops"));
  chat.type(`/branch aside${keys.enter}`);
  await chat.shows("aside");
  chat.type(`/copy${keys.enter}`);
  await chat.shows("the last answer is copied");
  expect(chat.written()).toContain(`]52;c;${Buffer.from("a beech").toString("base64")}`);
  chat.type(keys.ctrlD);
  expect(await chat.ended).toBe(0);
  using list = startChat(machine, { args: ["sessions", "browse"], columns: 100 });
  await list.shows("Which session? 2 of this directory");
  list.type("//beech");
  await list.shows("search in all that was said: beech");
  await list.shows("Which session? 1 of this directory");
  list.type(keys.escape);
  await list.shows("Which session? 2");
  list.type("r");
  await list.shows("new title: aside");
  list.type(` two${keys.enter}`);
  await list.shows("aside two");
  list.type("p");
  await list.shows("› second tree!");
  list.type("q");
  await list.shows("Which session? 2");
  list.type("d");
  await list.shows("y/N");
  list.type("y");
  await list.shows("Which session? 1 of this directory");
  list.type(keys.enter);
  await list.shows(prompt);
  await list.shows("› second tree!");
  list.type(keys.ctrlD);
  expect(await list.ended).toBe(0);
});

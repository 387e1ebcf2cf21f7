import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { z } from "zod";
import { boardGateway } from "../support/board-gateway.ts";
import { answers } from "../support/fake-platform.ts";
import { calls, says } from "../support/played-tools.ts";
import { stored } from "../support/stored.ts";

vi.setConfig({ testTimeout: 60_000 });

const Request = z.object({ model: z.string(), messages: z.array(z.unknown()) });
const streaming = "display: {platforms: {board: {streaming: true, tool_progress: all}}}\n";
const drip = (text: string) => ({
  reply: { text: text.split(/(?<= )/) },
  fault: { kind: "drip" as const, delay_ms: 30 },
});
const words = (text: string): string =>
  text
    .replaceAll(/[\\*_]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
const remove = { name: "terminal", id: "t1", arguments: { command: "rm -rf ../other" } };

test("an answer grows by edits, tools show in a line of their own, and in the end it stands as it is stored", async () => {
  const answer = `It is *done*. ${"Every word of it was said one after the other. ".repeat(8)}`.trim();
  const look = { name: "terminal", id: "t1", arguments: { command: "ls" } };
  await using chat = await boardGateway({ steps: [calls(look), drip(answer)], config: streaming });
  await chat.run();
  chat.board.hears("do it");
  await chat.until(() => stored(chat.machine.home).messages.length === 4);
  await chat.until(() => chat.board.acts.some(({ did }) => did === "remove"));
  await chat.until(() => words(chat.board.shown().join(" ")) === words(answer));
  const dids = chat.board.acts.map(({ did }) => did);
  expect(chat.board.acts.some((act) => act.did === "send" && act.text.includes("▉"))).toBe(true);
  expect(dids).toContain("edit");
  expect(chat.board.acts.some((act) => act.did === "send" && act.text.includes("ls"))).toBe(true);
  expect(dids.includes("typing")).toBe(true);
});

test("a permission has buttons: whoever may not is not heard, whoever may is, and the question shows the outcome", async () => {
  await using chat = await boardGateway({
    steps: [calls(remove), says("I left it.")],
    platform: "allowed_users: [u1, u2], group_allow_admin_from: [u1], free_response_chats: [g1]",
  });
  await chat.run();
  const group = { chatId: "g1", chatType: "group", userId: "u2" } as const;
  chat.board.hears("clean up", group);
  await chat.until(() => chat.board.acts.some(({ did }) => did === "ask"));
  const asked = chat.board.acts.find((act) => act.did === "ask");
  const buttons = asked?.did === "ask" ? asked.question.buttons : [];
  const [once, deny] = [buttons[0]?.value ?? "", buttons.at(-1)?.value ?? ""];
  expect(buttons.map(({ label }) => label)).toEqual(expect.arrayContaining(["Allow once", "Deny"]));
  const messageId = `m${chat.board.shown("g1").length}`;
  for (const userId of ["u2", "mallory"]) chat.server.presses({ ...group, userId, messageId, value: once });
  chat.server.presses({ ...group, userId: "u1", messageId, value: deny });
  await chat.shows(/I left it/, "g1");
  expect(await chat.shows(/denied/, "g1")).toMatch(/denied .*u1/);
  expect(stored(chat.machine.home).messages.join("\n")).toContain("The user refused");
});

test("a thread is a conversation of its own and is answered where it is", async () => {
  await using chat = await boardGateway({
    steps: [says("To the group."), says("To the thread.")],
    platform: "allowed_users: [u1]",
  });
  await chat.run();
  const group = { chatId: "g1", chatType: "group", isMention: true } as const;
  chat.board.hears("hello", group);
  await chat.shows(/To the group/, "g1");
  chat.board.hears("and here", { ...group, threadId: "t7" });
  await chat.shows(/To the thread/, "g1");
  const places = chat.board.acts.flatMap((act) => (act.did === "send" ? [act.chat.threadId] : []));
  expect(places).toEqual([null, "t7"]);
  expect(chat.simulator.requests.map(({ body }) => JSON.stringify(body).includes("hello"))).toEqual([true, false]);
});

test("files come in as notes with pictures, and go out below the answer", async () => {
  await using chat = await boardGateway({ steps: [says("Here it is.\nMEDIA: report.txt\nMEDIA: /etc/passwd")] });
  const report = join(chat.machine.cwd, "report.txt");
  writeFileSync(report, "figures");
  await chat.run();
  const media = [{ kind: "document", path: report, mime: "text/plain", name: "report.txt" } as const];
  chat.board.hears("look at this", { media });
  await chat.shows(/Here it is/);
  await chat.until(() => chat.board.acts.some(({ did }) => did === "media"));
  const sent = chat.board.acts.flatMap((act) => (act.did === "media" ? [act.media] : []));
  expect(sent).toEqual([{ kind: "document", path: report, mime: "text/plain", name: "report.txt", caption: null }]);
  expect(chat.board.shown().join("\n")).not.toContain("MEDIA");
  expect(chat.board.shown().join("\n")).toContain("passwd");
  expect(stored(chat.machine.home).messages[0]).toContain("report.txt");
});

test("rejected markup, flood control and a platform that is away for a while lose nothing", async () => {
  await using chat = await boardGateway({ steps: [says("One *bold*."), says("Two."), says("Three.")] });
  await chat.run();
  chat.board.script("send", answers({ ok: false, kind: "markup", error: "can't parse" }));
  chat.board.hears("one");
  await chat.shows(/^One bold\.$/);
  chat.board.script("send", answers({ ok: false, kind: "retryable", error: "flood", retryAfterMs: 300 }));
  chat.board.hears("two");
  await chat.shows(/^Two/);
  chat.board.script("send", async () => {
    chat.server.shut(); // in the middle of the answer
    setTimeout(chat.server.open, 500);
    return { ok: false, kind: "retryable", error: "down" };
  });
  chat.board.hears("three");
  await chat.shows(/^Three/);
  expect(chat.board.shown()).toEqual(["One bold.", String.raw`Two\.`, String.raw`Three\.`]);
});

test("a chat that was gone is answered again when its person comes back", async () => {
  await using chat = await boardGateway({ steps: [says("Unheard."), says("Welcome back.")] });
  await chat.run();
  chat.board.script("send", answers({ ok: false, kind: "gone", error: "blocked" }));
  chat.board.hears("hello");
  await chat.until(() => chat.board.acts.some(({ did }) => did === "send"));
  await chat.until(() => stored(chat.machine.home).messages.length === 2);
  chat.board.hears("here I am again");
  await chat.shows(/Welcome back/);
  expect(chat.board.shown()).toEqual([String.raw`Welcome back\.`]);
});

test("settings that change while it runs hold from the next message on, and the prompt stays as it was", async () => {
  await using chat = await boardGateway({ steps: [says("One."), says("Two.")] });
  await chat.run();
  chat.board.hears("one");
  await chat.shows(/^One/);
  const file = join(chat.machine.home, "config.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace("default: gpt-4o\n", "default: gpt-4o-mini\n"));
  chat.board.hears("two");
  await chat.shows(/^Two/);
  const bodies = chat.simulator.requests.map(({ body }) => Request.parse(body));
  expect(bodies.map(({ model }) => model)).toEqual(["gpt-4o", "gpt-4o-mini"]);
  const [before, after] = bodies.map(({ messages }) => JSON.stringify(messages[0]));
  expect(after?.replace("Model: gpt-4o-mini", "Model: gpt-4o")).toBe(before);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { lineOf, parseLine } from "../../examples/plugins/irc/line.ts";
import { createPace } from "../../examples/plugins/irc/pace.ts";
import { linesOf, mostTextBytes } from "../../examples/plugins/irc/text.ts";
import irc from "../../examples/plugins/irc/index.ts";
import { createHarness } from "../../src/plugins/test-harness.ts";
import { startIrcServer, type IrcServer, type IrcServerOptions } from "../support/irc-server.ts";

type Extra = Readonly<Record<string, unknown>>;

async function benchAt(server: Pick<IrcServer, "port">, extra: Extra = {}, password?: string) {
  const secrets: Record<string, string> = password === undefined ? {} : { IRC_PASSWORD: password };
  const { platform } = await createHarness(irc, { id: "irc", capabilities: ["secrets.read:IRC_PASSWORD"], secrets });
  const at = { server: "127.0.0.1", port: server.port, tls: false, nick: "bot" };
  const bench = platform("irc", { ...at, ...extra });
  return { ...bench, [Symbol.asyncDispose]: () => bench.disconnect() };
}

async function connected(options: IrcServerOptions = {}, extra: Extra = {}, password?: string) {
  const server = await startIrcServer(options);
  const bench = await benchAt(server, extra, password);
  await bench.connect();
  return {
    server,
    bench,
    [Symbol.asyncDispose]: async () => {
      await bench.disconnect();
      await server[Symbol.asyncDispose]();
    },
  };
}

const ann = ":Ann!~ann@home.example";

test("it registers, joins its channels and says goodbye", async () => {
  await using at = await connected({}, { channels: ["#garden", "#Kitchen"] });
  await at.server.gets(/^JOIN :#Kitchen$/);
  await at.bench.disconnect();
  await at.server.gets(/^QUIT/);
  expect(at.server.received).toEqual([
    "CAP REQ :account-tag",
    "NICK :bot",
    "USER hermes 0 * :Hermes",
    "CAP END",
    "JOIN :#garden",
    "JOIN :#Kitchen",
    "QUIT :bye",
  ]);
});

test("an account counts only where the server agreed to vouch for it, and a nick brings no conversation along", async () => {
  const told = `@account=ann ${ann} PRIVMSG bot :hello`;
  await using old = await connected({ isOld: true });
  old.server.sends(told);
  expect(await old.bench.message()).toMatchObject({ userId: "Ann!~ann@home.example" });
  await using at = await connected();
  at.server.sends(told);
  at.server.sends(":Ann!~eve@elsewhere.example PRIVMSG bot :hello");
  const [first, second] = [await at.bench.message(), await at.bench.message()];
  expect([first, second]).toMatchObject([
    { chatId: "ann", userId: "account:ann", scopeId: "account:ann" },
    { chatId: "ann", userId: "Ann!~eve@elsewhere.example", scopeId: "Ann!~eve@elsewhere.example" },
  ]);
});

test("a private message and one in a channel arrive with who, where and whether it is for us", async () => {
  await using at = await connected({}, { channels: ["#garden"] });
  at.server.sends(":irc.test 332 bot #Garden :All about \u0002beans\u0002");
  at.server.sends(`${ann} PRIVMSG bot :hello \u000304,01there\u000f`);
  at.server.sends(`${ann} PRIVMSG #Garden :who waters?`);
  at.server.sends(`@account=ann;time=1 ${ann} PRIVMSG #Garden :BOT: /stop`);
  const got = [await at.bench.message(), await at.bench.message(), await at.bench.message()];
  const common = { userName: "Ann", isOwn: false, scopeId: null };
  const inGarden = { chatId: "#garden", chatType: "channel", chatName: "#Garden", chatTopic: "All about beans" };
  expect(got.map(({ messageId: _id, ...rest }) => rest)).toEqual([
    {
      ...common,
      scopeId: "Ann!~ann@home.example",
      chatId: "ann",
      chatType: "dm",
      chatName: "Ann",
      chatTopic: null,
      userId: "Ann!~ann@home.example",
      text: "hello there",
      isMention: true,
    },
    { ...common, ...inGarden, userId: "Ann!~ann@home.example", text: "who waters?", isMention: false },
    { ...common, ...inGarden, userId: "account:ann", text: "/stop", isMention: true },
  ]);
  expect(new Set(got.map(({ messageId }) => messageId)).size).toBe(3);
});

test("only a nick at the start is a mention: a longer name and a name in passing are not", async () => {
  await using at = await connected({}, { channels: ["#garden"] });
  const said = ["bot, hi", "@bot hi", "bot hi", "bot", "bots are fun", "bot_: hi", "ask bot", "botanic: hi"];
  for (const text of said) at.server.sends(`${ann} PRIVMSG #garden :${text}`);
  at.server.sends(`${ann} PRIVMSG #garden :over`);
  const got: unknown[] = [];
  for (;;) {
    const { text, isMention } = await at.bench.message();
    if (text === "over") break;
    got.push([text, isMention]);
  }
  expect(got).toEqual([
    ["hi", true],
    ["hi", true],
    ["hi", true],
    ["bots are fun", false],
    ["bot_: hi", false],
    ["ask bot", false],
    ["botanic: hi", false],
  ]);
});

test("requests between programs, notices and what is no line of IRC are not answered and not told", async () => {
  await using at = await connected();
  at.server.sends(`${ann} PRIVMSG bot :\u0001VERSION\u0001`);
  at.server.sends(`${ann} NOTICE bot :I am a robot`);
  at.server.sends(`${ann} PRIVMSG bot :\u0002\u000f `);
  at.server.sends(":::: ?? \u0000");
  at.server.sends(`${ann} PRIVMSG bot :real`);
  expect((await at.bench.message()).text).toBe("real");
  expect(at.server.received.at(-1)).toBe("CAP END");
});

test("it answers a ping", async () => {
  await using at = await connected();
  at.server.sends("PING :12 34");
  expect(await at.server.gets(/^PONG/)).toBe("PONG :12 34");
});

test("answers go out line by line, and nothing in them becomes a command", async () => {
  await using at = await connected();
  const text = "one\r\n\r\ntwo\rQUIT :gone\n\u0001ACTION waves\u0001\u0000\tend";
  expect(await at.bench.send("#garden", text)).toEqual({ ok: true, messageId: null });
  await at.server.gets(/end$/);
  expect(at.server.received.filter((line) => !/^(?:CAP|NICK|USER)/.test(line))).toEqual([
    "PRIVMSG #garden :one",
    "PRIVMSG #garden :two",
    "PRIVMSG #garden :QUIT :gone",
    "PRIVMSG #garden :ACTION waves  end",
  ]);
  for (const target of ["a b", "a\r\nQUIT", "a,b", ":a", "", "\u0000"])
    expect(await at.bench.send(target, "hi")).toMatchObject({ ok: false, kind: "rejected" });
});

const bare = (text: string): string => linesOf(text, 100_000).join("").replaceAll(/\s/g, "");

test("whatever is said, every line fits into 512 bytes and no character is lost or broken", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 900 }),
      fc.integer({ min: 4, max: mostTextBytes }),
      (text, most) => {
        const lines = linesOf(text, most);
        for (const line of lines) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(most);
          expect(line).toMatch(/^[^\p{Cc}]+$/u);
        }
        expect(lines.join("").replaceAll(/\s/g, "")).toBe(bare(text));
      },
    ),
  );
  const source = `:${"n".repeat(30)}!${"u".repeat(10)}@${"h".repeat(63)} `;
  const whole = `${source}${lineOf("PRIVMSG", "#".repeat(50), "x".repeat(mostTextBytes))}\r\n`;
  expect(Buffer.byteLength(whole)).toBe(512);
});

test("no text written into a line makes two of it, and it is read as it was written", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const line = lineOf("PRIVMSG", "#a", text);
      expect(line).not.toMatch(/[\r\n\0]/);
      expect(parseLine(line)?.params).toEqual(["#a", text.replaceAll(/[\r\n\0]/g, " ")]);
    }),
  );
});

test("five lines go at once, the others one a second, and a pause earns them back", () => {
  const wait = createPace();
  expect(Array.from({ length: 8 }, () => wait(1_000_000))).toEqual([0, 0, 0, 0, 0, 1_000, 2_000, 3_000]);
  expect(Array.from({ length: 6 }, () => wait(2_000_000))).toEqual([0, 0, 0, 0, 0, 1_000]);
});

test("an answer that is stopped half way says so and is not to be repeated", async () => {
  await using at = await connected();
  const stop = new AbortController();
  const sent = at.bench.send("ann", "1\n2\n3\n4\n5\n6\n7", { signal: stop.signal });
  await at.server.gets(/:5$/);
  stop.abort();
  expect(await sent).toEqual({ ok: false, kind: "rejected", error: "stopped after 5 of 7 lines" });
  expect(await at.bench.send("ann", "x", { signal: stop.signal })).toMatchObject({ ok: false, kind: "retryable" });
});

test("a nick that is taken gets a suffix, which then is its name", async () => {
  await using at = await connected({ takenNicks: ["bot", "bot_"] }, { channels: ["#garden"] });
  at.server.sends(`${ann} PRIVMSG #garden :bot__: hi`);
  expect(await at.bench.message()).toMatchObject({ text: "hi", isMention: true });
  expect(await at.bench.event()).toMatchObject({ kind: "join", chatId: "#garden" });
  at.server.sends(":bot__!~hermes@test NICK :robot");
  at.server.sends(`${ann} PRIVMSG #garden :robot: hi`);
  expect(await at.bench.message()).toMatchObject({ text: "hi", isMention: true });
});

test("when every nick is taken connecting fails, and may be tried again", async () => {
  await using server = await startIrcServer({ takenNicks: ["bot", "bot_", "bot__", "bot___", "bot____"] });
  await using bench = await benchAt(server);
  await expect(bench.connect()).rejects.toThrow("the nick bot is in use");
});

test("a channel that is closed to it, or that it is thrown out of, is gone until it is let in", async () => {
  await using at = await connected({ closedChannels: ["#secret"] }, { channels: ["#secret", "#garden"] });
  await at.bench.event(); // it has joined #garden, so #secret was answered
  const gone = { ok: false, kind: "gone", error: "we are not in there" };
  expect(await at.bench.send("#secret", "hi")).toEqual(gone);
  at.server.sends(`${ann} KICK #garden bot :out`);
  expect(await at.bench.event()).toEqual({ kind: "kick", chatId: "#garden", userName: "Ann", text: "bot" });
  expect(await at.bench.send("#garden", "hi")).toEqual(gone);
  at.server.sends(":bot!~hermes@test JOIN #garden");
  await at.bench.event();
  expect(await at.bench.send("#garden", "hi")).toMatchObject({ ok: true });
});

test("the password of a server is sent first, a wrong one is for good", async () => {
  await using at = await connected({ password: "open sesame" }, { login: "server" }, "open sesame");
  expect(at.server.received).toContain("PASS :open sesame");
  await using bench = await benchAt(at.server, { login: "server" }, "wrong");
  await expect(bench.connect()).rejects.toThrow("Password incorrect");
  expect(await bench.lost()).toEqual({ message: "Password incorrect", retryable: false });
});

test("an account logs in with SASL, also with a long password; a wrong one and a server without are for good", async () => {
  const long = "p".repeat(290); // 400 characters and an empty piece
  const accounts = { ann: "secret", bot: long };
  await using at = await connected({ accounts }, { login: "sasl", account: "ann" }, "secret");
  expect(at.server.received).toContain(`AUTHENTICATE ${Buffer.from("ann\0ann\0secret").toString("base64")}`);
  await using other = await benchAt(at.server, { login: "sasl" }, long);
  await other.connect();
  await using wrong = await benchAt(at.server, { login: "sasl", account: "ann" }, "guess");
  await expect(wrong.connect()).rejects.toThrow("SASL authentication failed");
  expect(await wrong.lost()).toMatchObject({ retryable: false });
  for (const options of [{}, { isOld: true }]) {
    await using plain = await startIrcServer(options);
    await using bench = await benchAt(plain, { login: "sasl" }, "secret");
    await expect(bench.connect()).rejects.toThrow(/no SASL login|without a login/);
    expect(await bench.lost()).toMatchObject({ retryable: false });
  }
});

test("a lost connection is reported once, and nothing is sent into the void", async () => {
  await using at = await connected();
  at.server.drops();
  expect(await at.bench.lost()).toMatchObject({ retryable: true });
  expect(await at.bench.send("ann", "hello?")).toMatchObject({ ok: false, kind: "retryable" });
  await at.bench.disconnect();
  expect(await at.bench.send("ann", "hello?")).toEqual({ ok: false, kind: "retryable", error: "not connected" });
  await at.bench.connect();
  expect(await at.bench.send("ann", "back")).toEqual({ ok: true, messageId: null });
  expect(await at.server.gets(/back/)).toBe("PRIVMSG ann :back");
});

test("nobody there is a failure, and a server that says nothing is left when the time is over", async () => {
  const server = await startIrcServer();
  await server[Symbol.asyncDispose]();
  await using nobody = await benchAt(server);
  await expect(nobody.connect()).rejects.toThrow("ECONNREFUSED");
  await using silent = await startIrcServer({ isSilent: true });
  await using bench = await benchAt(silent);
  const stop = new AbortController();
  const attempt = bench.connect(stop.signal);
  await silent.gets(/^USER/);
  stop.abort();
  await expect(attempt).rejects.toThrow("stopped");
});

test.for([
  [{ server: "" }, "server"],
  [{ server: "a b" }, "server"],
  [{ port: 0 }, "port"],
  [{ port: "6667" }, "port"],
  [{ nick: "two words" }, "nick"],
  [{ channels: "#a" }, "channels"],
  [{ channels: ["garden"] }, "channels"],
  [{ channels: ["#a,#b"] }, "channels"],
  [{ login: "yes" }, "login"],
  [{ login: "sasl" }, "IRC_PASSWORD is not"],
  [{ login: "sasl", server: "irc.example" }, "a password is only sent with tls: true"],
] as const)("settings that cannot work are one line, and trying again is not asked for: %o", async ([extra, why]) => {
  await using bench = await benchAt({ port: 1 }, extra);
  await expect(bench.connect()).rejects.toThrow(why);
  expect(await bench.lost()).toMatchObject({ retryable: false });
});

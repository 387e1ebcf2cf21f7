import { expect, test, vi } from "vitest";
import { hermes } from "../support/hermes-process.ts";
import { ircGateway } from "../support/irc-gateway.ts";
import { calls, says } from "../support/played-tools.ts";

vi.setConfig({ testTimeout: 60_000 });

const search = (id: string) => ({ name: "session_search", id, arguments: { query: "zebra" } });

test("neither a chat nor what works beside it finds what the owner said in the terminal", async () => {
  await using chat = await ircGateway({
    steps: [
      says("noted"),
      calls(search("s1")),
      says("I know nothing of that."),
      calls(search("s2")),
      says("Nothing beside it either."),
    ],
  });
  const own = await hermes(chat.machine, ["run", "the password of the safe is zebra-41"]);
  expect(own.code).toBe(0);
  await chat.run();
  chat.says("what do you know of that animal?");
  await chat.irc.gets(/I know nothing/);
  chat.says("/background look for that animal");
  await chat.irc.gets(/Nothing beside it either/);
  const chats = chat.simulator.requests.slice(1).map(({ body }) => JSON.stringify(body));
  expect(chats).toHaveLength(4);
  expect(chats.filter((body) => body.includes("zebra-41"))).toEqual([]);
});

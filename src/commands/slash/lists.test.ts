import { expect, test } from "vitest";
import { scriptedInfo } from "../../../tests/support/scripted-session.ts";
import { slashWorld } from "../../../tests/support/slash-world.ts";
import { runSlash } from "./run-slash.ts";

test("memory commands run as their subcommands, and only those that are meant for here", async () => {
  expect(await runSlash("/memory", await slashWorld())).toEqual({ kind: "said", text: "memory status" });
  expect(await runSlash("/memory approve all", await slashWorld())).toEqual({
    kind: "said",
    text: "memory approve all",
  });
  expect(await runSlash("/memory off", await slashWorld())).toMatchObject({ kind: "refused" });
});

test.each([
  ["/toolsets", "tools list"],
  ["/skills", "skills list"],
  ["/plugins", "plugins list"],
  ["/mcp", "mcp list"],
  ["/profile", "profile show"],
  ["/config", "config show"],
  ["/config display.skin", "config get display.skin"],
])("%s prints what hermes %s does, while a turn runs too", async (typed, text) => {
  expect(await runSlash(typed, await slashWorld({ isBusy: true }))).toEqual({ kind: "said", text });
});

test.each(["/toolsets all", "/mcp zoo", "/config --reveal", "/config a b"])("%s is refused", async (typed) => {
  expect(await runSlash(typed, await slashWorld())).toMatchObject({ kind: "refused" });
});

test("/mcp also says how the servers of this session are doing", async () => {
  const context = await slashWorld();
  const info = { ...scriptedInfo, mcpServers: [{ name: "zoo", status: "ready" as const }] };
  expect(await runSlash("/mcp", { ...context, session: { ...context.session, info } })).toEqual({
    kind: "said",
    text: "mcp list\nin this session:\n  zoo  ready",
  });
});

test("/mcp, /tools and /context say what is found by search and what that saves", async () => {
  const world = await slashWorld();
  const names = Array.from({ length: 42 }, (_, index) => `mcp__zoo__${index}`);
  const info = { ...scriptedInfo, mcpServers: [{ name: "zoo", status: "ready" as const }], deferredTools: names };
  const use = { tokens: 900, isReported: false, window: 8_000, trigger: null, layers: [], tools: [], messages: 0 };
  const context = { ...use, parts: null, deferred: { tools: 42, savedTokens: 6_100 } };
  const session = { ...world.session, info, context };
  const line = "42 tools of servers are found by search: about 6100 tokens less in every request";
  expect(await runSlash("/mcp", { ...world, session })).toEqual({
    kind: "said",
    text: `mcp list\nin this session:\n  zoo  ready\n${line}`,
  });
  expect(await runSlash("/tools", { ...world, session })).toEqual({
    kind: "said",
    text: `tool sets: files\ntools (1): read_file\n${line}\n  ${names.slice(0, 40).join(", ")} and 2 more`,
  });
  const shown = await runSlash("/context", { ...world, session });
  expect(shown.kind === "said" ? shown.text.split("\n").at(-1) : "").toBe(line);
  const listed = await runSlash("/context", {
    ...world,
    session: { ...session, context: { ...context, deferred: null } },
  });
  expect(JSON.stringify(listed)).not.toContain("search");
});

test("/version names what the program runs on", async () => {
  const { node, sqlite } = process.versions;
  const text = `hermes 0.0.0, Node ${node}, SQLite ${sqlite}, ${process.platform} ${process.arch}`;
  expect(await runSlash("/version", await slashWorld())).toEqual({ kind: "said", text });
});

import { expect, test } from "vitest";
import { scriptedInfo } from "../../../tests/support/scripted-session.ts";
import { slashWorld } from "../../../tests/support/slash-world.ts";
import type { ToolChange } from "../../session/late-tools.ts";
import { runSlash } from "./run-slash.ts";
import type { SlashContext } from "./slash-command.ts";

async function serving(change: ToolChange | null, overrides: Partial<SlashContext> = {}): Promise<SlashContext> {
  const context = await slashWorld(overrides);
  return {
    ...context,
    session: {
      ...context.session,
      info: { ...scriptedInfo, mcpServers: [{ name: "zoo", status: "ready" }] },
      reloadTools: async (_, mayChange) => change !== null && mayChange(change),
    },
    world: { ...context.world, rescanSkills: () => 3 },
  };
}

const another: ToolChange = { added: ["mcp_zoo_feed"], removed: ["mcp_zoo_ride"], changed: [] };

test("another list of tools is asked for first, and the answer to a no leaves it as it was", async () => {
  const asked: string[] = [];
  const choose: SlashContext["choose"] = async (question) => {
    asked.push(question);
    return "no";
  };
  expect(await runSlash("/reload-mcp", await serving(another, { choose }))).toEqual({
    kind: "said",
    text: "the tools of this session stay as they were",
  });
  expect(asked).toEqual([
    "Take another list of tools? The prompt cache would start anew. (tools added: mcp_zoo_feed; removed: mcp_zoo_ride)",
  ]);
});

test("a yes, --yes, or a person who is never asked takes it and says what that costs", async () => {
  const text = "tools added: mcp_zoo_feed; removed: mcp_zoo_ride; the prompt cache starts anew";
  const yes = await serving(another, { choose: async () => "yes" });
  expect(await runSlash("/reload-mcp", yes)).toEqual({ kind: "said", text });
  expect(await runSlash("/reload-mcp --yes", await serving(another))).toEqual({ kind: "said", text });
  expect(await runSlash("/reload-mcp", await serving(another, { confirms: false }))).toEqual({ kind: "said", text });
});

const neverAsked: SlashContext["choose"] = () => Promise.reject(new Error("asked"));

test("nobody is asked where nothing changed", async () => {
  expect(await runSlash("/reload-mcp", await serving(null, { choose: neverAsked }))).toEqual({
    kind: "said",
    text: "this session has the same tools as before",
  });
});

test("nobody is asked where only tools found by search changed: no request does", async () => {
  const change = { ...another, keepsCache: true } as const;
  expect(await runSlash("/reload-mcp", await serving(change, { choose: neverAsked }))).toEqual({
    kind: "said",
    text: "tools added: mcp_zoo_feed; removed: mcp_zoo_ride; they are found by search, and the prompt cache stays",
  });
});

test("/reload looks at both, and where there is nothing to look at that is said", async () => {
  const skills = "3 skills; the list in the prompt follows with the next session or compression";
  expect(await runSlash("/reload-skills", await serving(null))).toEqual({ kind: "said", text: skills });
  expect(await runSlash("/reload", await serving(null))).toEqual({
    kind: "said",
    text: `${skills}\nthis session has the same tools as before`,
  });
  expect(await runSlash("/reload", await slashWorld())).toEqual({
    kind: "said",
    text: "this session has no skills to look for\nno server is configured for this session; new ones come with the next session",
  });
  expect(await runSlash("/reload all", await serving(null))).toMatchObject({ kind: "refused" });
  expect(await runSlash("/reload", await serving(null, { isBusy: true }))).toMatchObject({ kind: "refused" });
});

import { expect, test } from "vitest";
import { slashWorld } from "../../../tests/support/slash-world.ts";
import { runSlash } from "./run-slash.ts";
import type { SlashContext, SwitchedTools } from "./slash-command.ts";

async function switching(end: SwitchedTools) {
  const context = await slashWorld();
  const asked: unknown[] = [];
  const switchTools: SlashContext["world"]["switchTools"] = async (names, isOn) => {
    asked.push([names, isOn]);
    return end;
  };
  return { context: { ...context, world: { ...context.world, switchTools } }, asked };
}

test("/tools lists what the session has", async () => {
  const text = "tool sets: files\ntools (1): read_file";
  expect(await runSlash("/tools", await slashWorld())).toEqual({ kind: "said", text });
  expect(await runSlash("/tools list", await slashWorld())).toEqual({ kind: "said", text });
});

test("what is switched holds from the next session on, and with --now at once, saying what that costs", async () => {
  const { context, asked } = await switching({
    kind: "changed",
    change: { added: ["web_search"], removed: [], changed: ["terminal"] },
  });
  expect(await runSlash("/tools disable web todo", context)).toEqual({ kind: "said", text: "tools disable web todo" });
  expect(asked).toEqual([]);
  expect(await runSlash("/tools enable web --now", context)).toEqual({
    kind: "said",
    text: "tools enable web\ntools added: web_search; changed: terminal; the prompt cache starts anew",
  });
  expect(asked).toEqual([[["web"], true]]);
});

test("a switch that changes nothing here, or that another setting forbids, says so", async () => {
  const same = await switching({ kind: "same" });
  expect(await runSlash("/tools disable web --now", same.context)).toEqual({
    kind: "said",
    text: "tools disable web\nthis session has the same tools as before",
  });
  const refused = await switching({ kind: "refused", message: "no" });
  expect(await runSlash("/tools disable web --now", refused.context)).toMatchObject({ kind: "refused" });
});

test.each(["enable", "disable --now", "enable web --force", "sideways web", "list web"])(
  "/tools %s is refused in one line, and nothing is switched",
  async (rest) => {
    const { context, asked } = await switching({ kind: "same" });
    const outcome = await runSlash(`/tools ${rest}`, context);
    expect(outcome).toEqual({ kind: "refused", text: "usage: /tools [list|enable|disable] [name…] [--now]" });
    expect(asked).toEqual([]);
  },
);

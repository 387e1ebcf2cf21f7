import { expect, test } from "vitest";
import { slashWorld } from "../../../tests/support/slash-world.ts";
import { usualDisplay } from "./display.ts";
import { runSlash } from "./run-slash.ts";
import type { SlashContext } from "./slash-command.ts";

test("what a screen shows is changed by an outcome, and refused where there is no screen", async () => {
  const context = await slashWorld({ display: usualDisplay });
  expect(await runSlash("/busy", context)).toEqual({ kind: "said", text: "while a turn runs, Enter means: interrupt" });
  expect(await runSlash("/busy Steer", context)).toMatchObject({ kind: "display", change: { busyMode: "steer" } });
  expect(await runSlash("/busy maybe", context)).toMatchObject({ kind: "refused" });
  expect(await runSlash("/statusbar", context)).toMatchObject({ kind: "display", change: { showsStatusBar: false } });
  expect(await runSlash("/timestamps on", context)).toMatchObject({ kind: "display", change: { showsTimes: true } });
  expect(await runSlash("/timestamps maybe", context)).toMatchObject({ kind: "refused" });
  const blind = await slashWorld();
  for (const typed of ["/busy queue", "/statusbar", "/timestamps", "/reasoning hide"])
    expect(await runSlash(typed, blind)).toMatchObject({ kind: "refused" });
});

const view = (change: string) => ({ kind: "display", change: { reasoningView: change } });

test("/reasoning shows, hides, and sets how hard the model thinks, the last only between turns", async () => {
  const context = await slashWorld({ display: usualDisplay });
  expect(await runSlash("/reasoning hide", context)).toMatchObject(view("hidden"));
  expect(await runSlash("/reasoning full", { ...context, isBusy: true })).toMatchObject(view("full"));
  expect(await runSlash("/reasoning high", context)).toMatchObject({
    kind: "effort",
    reasoning: { enabled: true, effort: "high" },
  });
  expect(await runSlash("/reasoning none", context)).toMatchObject({ reasoning: { enabled: false, effort: null } });
  expect(await runSlash("/reasoning high", { ...context, isBusy: true })).toMatchObject({ kind: "refused" });
  expect(await runSlash("/reasoning sideways", context)).toMatchObject({ kind: "refused" });
});

test("/personality takes a name that is known, or none", async () => {
  const context = await slashWorld();
  const chosen: (string | null)[] = [];
  const speaking: SlashContext["world"] = {
    ...context.world,
    personalities: async () => ["pirate"],
    setPersonality: async (name) => {
      if (name !== null && name !== "pirate") return false;
      chosen.push(name);
      return true;
    },
  };
  const own = { ...context, world: speaking };
  expect(await runSlash("/personality", own)).toEqual({ kind: "said", text: "personalities: pirate, none" });
  expect(await runSlash("/personality pirate", own)).toMatchObject({ kind: "said" });
  expect(await runSlash("/personality none", own)).toMatchObject({ kind: "said" });
  expect(await runSlash("/personality poet", own)).toEqual({
    kind: "refused",
    text: 'there is no personality "poet"; there are pirate',
  });
  expect(chosen).toEqual(["pirate", null]);
});

test("/image needs a path and takes its quotes off; /paste means the clipboard", async () => {
  const context = await slashWorld();
  expect(await runSlash("/image", context)).toEqual({ kind: "refused", text: "usage: /image PATH" });
  expect(await runSlash("/image 'my shot.png'", context)).toEqual({ kind: "attach", path: "my shot.png" });
  expect(await runSlash("/paste", context)).toEqual({ kind: "attach", path: null });
});

test("/verbose goes one step on, or to the step that is named", async () => {
  const context = await slashWorld({ display: usualDisplay });
  expect(await runSlash("/verbose", context)).toEqual({
    kind: "display",
    change: { toolView: "verbose" },
    text: "every tool call is shown with what it was given and how its result begins",
  });
  const verbose = { ...context, display: { ...usualDisplay, toolView: "verbose" as const } };
  expect(await runSlash("/verbose", verbose)).toMatchObject({ change: { toolView: "off" } });
  expect(await runSlash("/verbose NEW", context)).toMatchObject({ change: { toolView: "new" } });
  expect(await runSlash("/verbose loud", context)).toMatchObject({ kind: "refused" });
  expect(await runSlash("/verbose", await slashWorld())).toMatchObject({ kind: "refused" });
});

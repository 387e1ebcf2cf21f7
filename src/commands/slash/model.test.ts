import { expect, test } from "vitest";
import { slashWorld } from "../../../tests/support/slash-world.ts";
import { runSlash } from "./run-slash.ts";
import type { SlashContext } from "./slash-command.ts";

async function recording(code = 0) {
  const context = await slashWorld();
  const done: unknown[] = [];
  const world: SlashContext["world"] = {
    ...context.world,
    switchModel: async (reference, isOnce) => {
      done.push(["switch", reference, isOnce]);
      return { ok: true, text: `now ${reference}` };
    },
    command: async (words) => {
      done.push(words);
      return { code, text: code === 0 ? "stored" : "no such model" };
    },
  };
  return { context: { ...context, world }, done };
}

test("/model shows the model, switches the session's, or that of the next turn", async () => {
  const { context, done } = await recording();
  expect(await runSlash("/model", context)).toEqual({ kind: "said", text: "model: rules (demo)" });
  expect(await runSlash("/model big", context)).toEqual({ kind: "said", text: "now big" });
  expect(await runSlash("/model big --once", context)).toEqual({ kind: "said", text: "now big" });
  expect(done).toEqual([
    ["switch", "big", false],
    ["switch", "big", true],
  ]);
});

test("/model --global stores the model first, and switches to nothing that could not be stored", async () => {
  const { context, done } = await recording();
  expect(await runSlash("/model big --global", context)).toEqual({ kind: "said", text: "stored\nnow big" });
  expect(done).toEqual([
    ["model", "big"],
    ["switch", "big", false],
  ]);
  const bad = await recording(1);
  expect(await runSlash("/model --global big", bad.context)).toEqual({ kind: "refused", text: "no such model" });
  expect(bad.done).toEqual([["model", "big"]]);
});

test.each(["--once", "big --ever", "big small", "big --once --global"])(
  "/model %s is refused in one line",
  async (rest) => {
    const { context, done } = await recording();
    expect(await runSlash(`/model ${rest}`, context)).toEqual({
      kind: "refused",
      text: "usage: /model [model] [--once|--global]",
    });
    expect(done).toEqual([]);
  },
);

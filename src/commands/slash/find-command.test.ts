import { expect, test } from "vitest";
import { slashWorld } from "../../../tests/support/slash-world.ts";
import { findCommand, isSlash, namesOf } from "./find-command.ts";
import { slashCommands } from "./registry.ts";
import { runSlash } from "./run-slash.ts";

test("every name is there once, and the beginning of a name that fits one command means it", () => {
  const names = slashCommands.flatMap(namesOf);
  expect(new Set(names).size).toBe(names.length);
  expect(findCommand("/COMP deploy", slashCommands)).toMatchObject({
    kind: "found",
    rest: "deploy",
    command: { name: "compress" },
  });
  expect(findCommand("/re", slashCommands)).toEqual({
    kind: "ambiguous",
    typed: "re",
    names: ["reset", "resume", "retry", "reasoning", "reload", "reload-mcp", "reload-skills"],
  });
  expect(findCommand("/tilte", slashCommands)).toEqual({ kind: "unknown", typed: "tilte", near: "title" });
});

test("a path is a message and no command", () => {
  expect(["/etc/hosts is odd", "/", "// x", "a /help"].map(isSlash)).toEqual([false, false, false, false]);
  expect(["/help", " /help me ", "/new\nline"].map(isSlash)).toEqual([true, true, true]);
});

test("what would change a running turn's ground has to wait", async () => {
  const context = await slashWorld({ isBusy: true });
  expect(await runSlash("/model good", context)).toEqual({
    kind: "refused",
    text: "/model has to wait until the turn is over",
  });
  expect(await runSlash("/plan", context)).toEqual({ kind: "said", text: "edits: plan" });
});

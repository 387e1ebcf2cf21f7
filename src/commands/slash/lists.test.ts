import { expect, test } from "vitest";
import { slashWorld } from "../../../tests/support/slash-world.ts";
import { runSlash } from "./run-slash.ts";

test("memory commands run as their subcommands, and only those that are meant for here", async () => {
  expect(await runSlash("/memory approve all", await slashWorld())).toEqual({
    kind: "said",
    text: "memory approve all",
  });
  expect(await runSlash("/memory off", await slashWorld())).toMatchObject({ kind: "refused" });
});

import { expect, test } from "vitest";
import { slashWorld } from "../../../tests/support/slash-world.ts";
import { textOf } from "../../domain/message.ts";
import { runSlash } from "./run-slash.ts";

test("/init asks the model for AGENTS.md, with the person's notes at the end, and shows a line instead of the task", async () => {
  const bare = await runSlash("/init", await slashWorld());
  const noted = await runSlash("/init the tests need docker", await slashWorld());
  if (bare.kind !== "ask" || noted.kind !== "ask") throw new Error("it did not ask");
  expect([bare.shown, noted.shown]).toEqual(["Write AGENTS.md", "Write AGENTS.md: the tests need docker"]);
  expect(noted.input.content).toBe(
    `${textOf(bare.input.content)}\n\nNotes of the person, which go before all of this:\nthe tests need docker`,
  );
  expect(bare.input.content).toMatch(/^Write AGENTS\.md[^]*If one exists, improve it in place/);
});

test("/init waits for a running turn, and takes no book", async () => {
  expect(await runSlash("/init", await slashWorld({ isBusy: true }))).toMatchObject({ kind: "refused" });
  expect(await runSlash(`/init ${"x".repeat(4_001)}`, await slashWorld())).toMatchObject({ kind: "refused" });
});

import { expect, test } from "vitest";
import { slashWorld } from "../../../tests/support/slash-world.ts";
import { runSlash } from "./run-slash.ts";

test("approvals go off for good only after a yes", async () => {
  const context = await slashWorld();
  expect(await runSlash("/approvals off", context)).toMatchObject({ kind: "refused" });
  expect(context.session.approvals.mode).toBe("manual");
  const sure = await slashWorld({ choose: async () => "yes" });
  expect(await runSlash("/approvals off", sure)).toMatchObject({ kind: "said" });
  expect(sure.session.approvals.mode).toBe("off");
});

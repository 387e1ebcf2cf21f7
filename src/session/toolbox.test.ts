import { mkdirSync, mkdtempSync, realpathSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Toolbox } from "../agent/turn-state.ts";
import { ok } from "../domain/outcome.ts";
import { defineTool } from "../domain/tool.ts";
import { testToolbox } from "../../tests/support/test-toolbox.ts";

const patch = defineTool({
  name: "patch",
  toolset: "file",
  description: "Changes files.",
  concurrency: "path-write",
  input: z.object({ files: z.array(z.string()) }),
  paths: ({ files }) => files,
  run: async () => ok("done"),
});

function places(box: Toolbox, ...files: readonly string[]): readonly string[] | null {
  const plan = box.plan({
    id: "c",
    type: "function",
    function: { name: "patch", arguments: JSON.stringify({ files }) },
  });
  return plan.kind === "ready" ? box.placesOf(plan) : null;
}

test("the places of a call are real ones, seen from where the shell stands, and all of them", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hermes-places-")));
  mkdirSync(join(root, "deep"));
  symlinkSync(join(root, "deep"), join(root, "link"));
  const shell = { cwd: root };
  const box = testToolbox([patch], { cwd: () => shell.cwd, userHome: root });
  expect(places(box, "x", "link/new", "~/deep/y", "~")).toEqual([
    join(root, "x"),
    join(root, "deep", "new"),
    join(root, "deep", "y"),
    root,
  ]);
  shell.cwd = join(root, "deep");
  expect(places(box, "x", "../x")).toEqual([join(root, "deep", "x"), join(root, "x")]);
  expect(places(testToolbox([patch], { foldsCase: true }), "/No/Such")).toEqual(["/no/such"]);
});

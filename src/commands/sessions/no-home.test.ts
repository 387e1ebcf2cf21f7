import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sessionsCall } from "../../../tests/support/sessions-call.ts";
import { temporaryHome } from "../../../tests/support/temporary-store.ts";

test("commands that only look make neither a home nor a database", async () => {
  const home = join(temporaryHome(), "never", "made");
  const nothing = 'hermes: No session matches "x"; `hermes sessions list` shows them\n';
  expect(await sessionsCall(home, "list")).toEqual({ code: 0, out: "No sessions yet.\n", err: "" });
  expect(await sessionsCall(home, "list", [], { flags: { json: true } })).toEqual({ code: 0, out: "[]\n", err: "" });
  expect(await sessionsCall(home, "show", ["x"])).toEqual({ code: 2, out: "", err: nothing });
  expect(await sessionsCall(home, "export", ["x"])).toEqual({ code: 2, out: "", err: nothing });
  expect(await sessionsCall(home, "export", [], { flags: { all: true } })).toEqual({ code: 0, out: "", err: "" });
  const stats = await sessionsCall(home, "stats", [], { flags: { json: true } });
  expect(JSON.parse(stats.out)).toMatchObject({ sessions: 0, messages: 0, file_bytes: 0 });
  expect(existsSync(join(home, ".."))).toBe(false);
});

test("deleting, pruning and renaming where nothing is stored makes nothing either", async () => {
  const home = join(temporaryHome(), "never");
  expect(await sessionsCall(home, "delete", ["x"], { flags: { yes: true } })).toMatchObject({ code: 2, out: "" });
  expect(await sessionsCall(home, "prune", [], { flags: { "older-than": "1d", yes: true } })).toMatchObject({
    code: 0,
  });
  expect(await sessionsCall(home, "rename", ["x", "y"])).toMatchObject({ code: 2, out: "" });
  expect(existsSync(home)).toBe(false);
});

test("a home below a file is an obstacle, not an empty house", async () => {
  const file = join(temporaryHome(), "file");
  writeFileSync(file, "");
  const { code, out, err } = await sessionsCall(join(file, "home"), "list");
  expect([code, out, err.trimEnd().split("\n").length]).toEqual([1, "", 1]);
});

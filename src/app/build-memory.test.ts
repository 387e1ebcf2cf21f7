import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FakeClock } from "../../tests/support/fake-clock.ts";
import { fakeRng } from "../../tests/support/fake-rng.ts";
import { temporaryHome } from "../../tests/support/temporary-home.ts";
import { toolContext } from "../../tests/support/tool-context.ts";
import { noLog } from "../domain/log.ts";
import { buildMemory, type MemoryRequest } from "./build-memory.ts";

const settings: MemoryRequest["settings"] = {
  memory_enabled: true,
  user_profile_enabled: true,
  memory_char_limit: 2_200,
  user_char_limit: 1_375,
  nudge_interval: 10,
  flush_min_turns: 0,
  write_approval: false,
  provider: "",
  recall_replay: "exact",
};

const requestIn = (home: string): MemoryRequest => ({
  home,
  settings,
  log: noLog,
  time: { clock: new FakeClock(), rng: fakeRng() },
  scan: () => ({ blocked: false, reasons: [] }),
  interactive: false,
});

test("without a scanner memory can be read and not written", () => {
  const home = temporaryHome({ "memories/MEMORY.md": "one" }).path;
  const { stores, tool } = buildMemory({ ...requestIn(home), scan: null });
  expect(tool).toBeNull();
  expect(stores.snapshot().memory?.entries).toEqual(["one"]);
});

test("write approval lays a write aside", async () => {
  const home = temporaryHome().path;
  const { tool } = buildMemory({ ...requestIn(home), settings: { ...settings, write_approval: true } });
  const prepared = tool?.prepare({ action: "add", content: "two" });
  if (prepared?.kind === "ready") await prepared.call.run(toolContext({ cwd: home }));
  expect(readdirSync(join(home, "pending", "memory"))).toHaveLength(1);
});

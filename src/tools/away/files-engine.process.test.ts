import { rgPath } from "@vscode/ripgrep";
import { describe, expect, test } from "vitest";
import { awayFiles, type Carrier } from "../../../tests/support/away-files.ts";
import { containerEngine, lending } from "../../../tests/support/container-engine.ts";
import { denialStories, patchStories, searchStories, writingStories } from "../../../tests/support/file-stories.ts";
import { containing } from "../../../tests/support/matching.ts";
import { idOfShared } from "../../../tests/support/shared-container.ts";

const engine = containerEngine();

describe.skipIf(engine === null)("in a real container", () => {
  if (engine === null) return;
  const carrier: Carrier = { name: "busybox", missing: false, programs: null, ignores: false, engine };
  for (const stories of [denialStories, writingStories, patchStories, searchStories]) stories(carrier);

  test.each([
    { name: "rg", path: rgPath },
    { name: "git", path: "/usr/bin/git" },
  ])("what git ignores is not searched where $name can tell", async ({ name, path }) => {
    const files = { ".gitignore": "out/\n", "out/a.txt": "needle", "b.txt": "needle" };
    const { search, git } = await awayFiles({ ...carrier, engine: lending(engine, { [name]: path }) }, files);
    git("init", "-q");
    expect(await search({ pattern: "needle", output_mode: "files_only" })).toMatchObject({ files: ["b.txt"] });
  });

  const big = "new line\n".repeat(100_000);

  test.each([
    { cut: "half of the text has been sent", part: 0.5, allowed: ["old\n"] },
    { cut: "all of it has been sent", part: 1, allowed: ["old\n", big] },
  ])("one that is removed when $cut leaves a whole file, and the next call works", async ({ part, allowed }) => {
    const { write, read, text } = await awayFiles(carrier, { "a.txt": "old\n" }, (backend) => ({
      ...backend,
      start: async (program) => {
        const started = await backend.start(program);
        if (started.kind === "not-started" || !program.input) return started;
        return {
          ...started,
          write: (words) => {
            started.write(words.slice(0, words.length * part));
            engine.podman("rm", "--force", "--time", "0", idOfShared(engine));
          },
        };
      },
    }));
    expect(await write({ path: "a.txt", content: big })).toEqual({
      error: containing("Whether files were changed is unknown"),
      status: "degraded",
      effect: "unknown",
    });
    expect(allowed).toContain(text("a.txt"));
    expect(await read({ path: "a.txt" })).toMatchObject({ content: containing("1|") });
  });
});

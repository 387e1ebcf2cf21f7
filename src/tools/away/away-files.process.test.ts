import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { awayFiles, carriers } from "../../../tests/support/away-files.ts";
import { fileStories } from "../../../tests/support/file-stories.ts";
import { containing } from "../../../tests/support/matching.ts";
import { waitUntil } from "../../../tests/support/shell-world.ts";
import { hasSshServer } from "../../../tests/support/ssh-server.ts";

const findOnly = /with (?:git|ripgrep)$/; // the same shell again: what differs there is the search below
describe.each(carriers.filter(({ name }) => !findOnly.test(name)))("over $name", fileStories);

test.each(carriers.filter(({ ignores }) => ignores))("what git ignores is not searched over $name", async (carrier) => {
  const { search, git } = await awayFiles(carrier, {
    ".gitignore": "out/\n",
    "out/a.txt": "needle",
    "b.txt": "needle",
  });
  git("init", "-q");
  expect(await search({ pattern: "needle", output_mode: "files_only" })).toMatchObject({ files: ["b.txt"] });
});

test.skipIf(!hasSshServer)(
  "a machine out of reach is an error that names the effect, and is reached again later",
  async () => {
    const [ssh] = carriers;
    const { read, write, server, text } = await awayFiles(ssh ?? never(), { "a.txt": "old\n" });
    expect(await read({ path: "a.txt" })).toMatchObject({ content: "1|old" });
    const approve = async () => {
      server?.stop();
      return { decision: "allow", by: "test", rule: null } as const;
    };
    expect(await write({ path: "a.txt", content: "new\n" }, { approve })).toEqual({
      error: containing("Files cannot be reached (ssh): "),
      status: "degraded",
      effect: "none",
    });
    expect(text("a.txt")).toBe("old\n");
    await server?.start();
    expect(await write({ path: "a.txt", content: "new\n" })).toMatchObject({ verified: true });
  },
);

const big = "new line\n".repeat(100_000);

test.skipIf(!hasSshServer).each([
  { cut: "half of the text has been sent", part: 0.5, allowed: ["old\n"] },
  { cut: "all of it has been sent", part: 1, allowed: ["old\n", big] },
])("a connection lost when $cut leaves a whole file", async ({ part, allowed }) => {
  const [ssh] = carriers;
  const { write, text, cwd } = await awayFiles(ssh ?? never(), { "a.txt": "old\n" }, (backend, server) => ({
    ...backend,
    start: async (program) => {
      const started = await backend.start(program);
      if (started.kind === "not-started" || !program.input) return started;
      return {
        ...started,
        write: (words) => {
          started.write(words.slice(0, words.length * part));
          server?.stop();
        },
      };
    },
  }));
  expect(await write({ path: "a.txt", content: big })).toEqual({
    error: containing("Whether files were changed is unknown; read them before you go on."),
    status: "degraded",
    effect: "unknown",
  });
  await waitUntil(() => readdirSync(cwd).length === 1);
  expect(allowed).toContain(text("a.txt"));
});

function never(): never {
  throw new Error("no carrier");
}

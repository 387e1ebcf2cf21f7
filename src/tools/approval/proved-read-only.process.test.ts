import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { proveReadOnly } from "./proved-read-only.ts";

const pieces =
  "ls|cat|echo|a|touch|made|sort|-o|find|.|-exec|printf|-v|uniq|date|time|!|x=1|${a:=b}|;|&&|$(|)|`|'|\"|(|{|}|<|>|&|2>|&>|<<<|#|\\|*|$|[|]|=|-".split(
    "|",
  );
const line = fc.array(
  fc.tuple(fc.constantFrom(...pieces, "|", "||", "|&", "\n", "touch made"), fc.constantFrom("", " ")),
  {
    minLength: 2,
    maxLength: 9,
  },
);

test("whatever is proved leaves the folder as it was when a shell really runs it", async () => {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "hermes-fuzz-")));
  const userHome = join(cwd, "home");
  mkdirSync(userHome);
  for (const name of ["a", "-omade"]) writeFileSync(join(cwd, name), "x\n");
  const paths = { userHome, hermesHome: join(userHome, ".hermes"), roots: [cwd], safeRoots: [] };
  const before = readdirSync(cwd);
  const counted = { proved: 0 };
  await fc.assert(
    fc.asyncProperty(line, async (parts) => {
      const command = parts.flat().join("");
      if (!(await proveReadOnly(command, cwd, paths)).proved) return;
      counted.proved += 1;
      spawnSync("bash", ["-c", command], {
        cwd,
        env: { PATH: "/usr/bin:/bin", HOME: userHome },
        stdio: "ignore",
        timeout: 5_000,
      });
      expect(readdirSync(cwd)).toEqual(before);
    }),
    { numRuns: 4_000, seed: 20_261_115 },
  );
  expect(counted.proved).toBeGreaterThan(20); // or this test has seen nothing
}, 30_000);

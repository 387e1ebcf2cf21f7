import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const project = mkdtempSync(join(tmpdir(), "hermes-consumer-"));
const installed = join(project, "node_modules", "hermes");
const patienceMs = 60_000;

type Ran = { readonly code: number | null; readonly out: string };

function run(command: string, args: readonly string[], cwd = project): Ran {
  const env = { ...process.env, HERMES_HOME: join(project, "home") };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: "utf8", timeout: patienceMs });
  return { code: status, out: `${stdout}${stderr}` };
}

/** The package as npm would publish it, unpacked where npm would put it; only its dependencies are those of here. */
beforeAll(() => {
  expect(run(process.execPath, [join(root, "tools/write-types.ts")], root)).toEqual({ code: 0, out: "" });
  const packed = run("npm", ["pack", "--ignore-scripts", "--silent", "--pack-destination", project], root);
  mkdirSync(installed, { recursive: true });
  const unpacked = run("tar", ["-xzf", join(project, packed.out.trim()), "--strip-components=1", "-C", installed]);
  expect(unpacked).toEqual({ code: 0, out: "" });
  for (const name of ["zod", "@types"])
    symlinkSync(join(root, "node_modules", name), join(project, "node_modules", name));
  writeFileSync(join(project, "package.json"), '{"type":"module"}\n');
}, patienceMs);

const consumer = `import { createAgent, defineTool, ok, type AgentEvent, type TurnResult } from "hermes";
import { z } from "zod";

const note = defineTool({
  name: "note",
  toolset: "own",
  description: "Notes a line.",
  concurrency: "free",
  input: z.object({ line: z.string() }),
  run: async ({ line }) => ok({ noted: line.length }),
});

await using agent = await createAgent({ provider: "demo", extraTools: [note] });
const turn = agent.session.send({ content: "hello" });
const types: AgentEvent["type"][] = [];
for await (const event of turn.events) types.push(event.type);
const result: TurnResult = await turn.result;
console.log(types.at(-1), result.exit_reason, agent.session.info.tools.includes("note"));
`;

test("an installed package is imported by its name and runs a turn", () => {
  writeFileSync(join(project, "consumer.ts"), consumer);
  expect(run(process.execPath, ["consumer.ts"])).toEqual({ code: 0, out: "turn.finished text_response true\n" });
});

test("its types fit strict programs, and a wrong option is found by the compiler", { timeout: patienceMs }, () => {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const strict = ["--strict", "--noEmit", "--skipLibCheck", "--module", "nodenext", "--target", "es2024"];
  const around = ["--lib", "esnext", "--types", "node"];
  writeFileSync(join(project, "consumer.ts"), consumer);
  writeFileSync(join(project, "wrong.ts"), consumer.replace('provider: "demo"', "provider: 42"));
  const { out } = run(process.execPath, [tsc, ...strict, ...around, "consumer.ts", "wrong.ts"]);
  expect(out.match(/^\S+\.ts\(.*$/gm)).toEqual([expect.stringMatching(/^wrong\.ts\(13,\d+\): error TS2322/)]);
});

test("what is published is the command, the library and its declarations, nothing of how they are made", () => {
  const listed = run("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], root);
  const paths = [...listed.out.matchAll(/"path": "([^"]+)"/g)].map(([, path = ""]) => path);
  const places = new Set(
    paths.map((path) =>
      path.replace(/^(bin|dist-inside|dist|lib\/types|lib|skills)\/.*(\.d\.ts|\.mjs|\.cjs|\.md)$/, "$1 *$2"),
    ),
  );
  expect([...places].toSorted()).toEqual([
    "LICENSE",
    "README.md",
    "bin *.cjs",
    "dist *.mjs",
    "dist-inside *.mjs",
    "lib *.mjs",
    "lib/types *.d.ts",
    "package.json",
    "skills *.md",
  ]);
});

test("the declarations name no package that the reader does not get", () => {
  const listed = run("grep", ["-rhoE", 'from "[^.][^"]*"', join(installed, "lib", "types")]);
  expect([...new Set(listed.out.trim().split("\n"))]).toEqual(['from "zod"']);
});

import { mkdtempSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { ok, type ToolOutcome } from "../domain/outcome.ts";
import { defineTool, type Tool } from "../domain/tool.ts";
import { redactSecrets } from "../safety/redact.ts";
import { toolContext } from "../../tests/support/tool-context.ts";
import { dispatch, planCall, runPlanned, type DispatchResult, type DispatchRules } from "./dispatch.ts";
import { jsonErrorPosition } from "./json-position.ts";
import { createRegistry } from "./registry.ts";

const folder = (): string => mkdtempSync(join(tmpdir(), "hermes-dispatch-"));
const rules = (spillFolder = folder()): DispatchRules => ({
  limits: { resultChars: 1_000, previewChars: 100, spillFolder },
  redact: redactSecrets,
  installation: "/opt/hermes/",
});

function tool(run: (input: { count: number }) => Promise<ToolOutcome>, changes: Partial<Tool> = {}): Tool {
  const made = defineTool({
    name: "count_up",
    toolset: "test",
    description: "Counts.",
    concurrency: "free",
    input: z.object({ count: z.int().positive(), fast: z.boolean().default(false) }),
    run,
  });
  return { ...made, ...changes };
}

function call(made: Tool, args: string, given = rules(), name = "count_up"): Promise<DispatchResult> {
  return dispatch(createRegistry([made]), { id: "call/1", name, arguments: args }, toolContext({ cwd: "/" }), given);
}

const never = tool(async () => {
  throw new Error("must not run");
});

test("arguments that are no JSON are answered with the place, and nothing runs", async () => {
  expect(await call(never, "{bad json")).toEqual({
    content:
      '{"error":"The arguments are not valid JSON at position 1, near \\"{bad json\\"; the tool was not called"}',
    ok: false,
    truncated: false,
    effect: "none",
  });
});

test.each(["[1]", "null", '"x"', "5"])("arguments %s are no object and nothing runs", async (args) => {
  expect((await call(never, args)).content).toBe(
    '{"error":"The arguments must be a JSON object; the tool was not called"}',
  );
});

test("every field that does not fit is named, after coercion", async () => {
  const { content } = await call(never, '{"count":"-3","fast":"yes"}');
  expect(content).toContain("count: ");
  expect(content).toContain("fast: ");
  const seen: unknown[] = [];
  const good = tool(async (input) => ok({ got: seen.push(input) }));
  expect((await call(good, '{"count":"42","fast":"TRUE"}')).ok).toBe(true);
  expect(seen).toEqual([{ count: 42, fast: true }]);
});

test("an unknown name is answered with the nearest one and the list", async () => {
  expect((await call(never, "{}", rules(), "cuont_up")).content).toBe(
    '{"error":"Unknown tool \\"cuont_up\\". Did you mean count_up? Available tools: count_up."}',
  );
});

test("a call can be planned by its tool's class first and run later", async () => {
  const registry = createRegistry([tool(async ({ count }) => ok({ count }))]);
  const plan = planCall(registry, { id: "c", name: "count_up", arguments: '{"count":"2"}' }, rules());
  if (plan.kind === "refused") throw new Error("must be ready");
  expect([plan.tool.concurrency, plan.call.paths]).toEqual(["free", null]);
  expect((await runPlanned(plan, toolContext({ cwd: "/" }), rules())).content).toBe('{"count":2}');
});

test("[AL-G20] a tool of the session is an ordinary entry, and without a session it is not run", async () => {
  const registry = createRegistry([{ ...never, name: "todo", needsSession: true }]);
  const context = toolContext({ cwd: "/", sessionId: "" });
  const raw = { id: "c", name: "todo", arguments: '{"count":1}' };
  const { content } = await dispatch(registry, raw, context, rules());
  expect(content).toBe('{"error":"todo must be handled by the agent loop"}');
});

test("what a tool throws becomes a short sentence without markup, stack or our own paths", async () => {
  const message = `bad </tool> <|im_start|> \`\`\`x\`\`\` <![CDATA[y]]> in /opt/hermes/src/x.ts\n    at run (/opt/hermes/a.js:1:2)`;
  const thrower = tool(async () => {
    throw new Error(message);
  });
  expect(await call(thrower, '{"count":1}')).toEqual({
    content: '{"error":"bad   x y in src/x.ts"}',
    ok: false,
    truncated: false,
    effect: "unknown",
  });
  const roomy = { ...rules(), limits: { ...rules().limits, resultChars: 5_000 } };
  const long = tool(async () => {
    throw new Error("x".repeat(10_000));
  });
  expect(textIn(await call(long, '{"count":1}', roomy)).length).toBe(2_048 + '{"error":""}'.length);
});

test("secrets in a result are masked", async () => {
  const leak = tool(async () => ok("key AKIAIOSFODNN7EXAMPLE"));
  expect((await call(leak, '{"count":1}')).content).toBe("key AKIAIO…MPLE");
});

test("a result over the limit is in a private file and its beginning in the answer", async () => {
  const spillFolder = folder();
  const text = "0123456789".repeat(200);
  const result = await call(
    tool(async () => ok(text)),
    '{"count":1}',
    rules(spillFolder),
  );
  const path = join(spillFolder, "call_1.txt");
  expect(readFileSync(path, "utf8")).toBe(text);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(result).toEqual({
    content: `<persisted-output>\nThe result has 2000 characters, too many to show. All of it is in ${path}\nRead on with read_file {"path": "${path}", "offset": 1, "limit": 200}, or search_files in it.\nFirst 100 characters:\n${text.slice(0, 100)}\n</persisted-output>`,
    ok: true,
    truncated: true,
    effect: null,
  });
});

test("a link in the place of the spill file is not followed, and what an earlier result names stays", async () => {
  const spillFolder = folder();
  const victim = join(folder(), "victim");
  writeFileSync(victim, "mine");
  symlinkSync(victim, join(spillFolder, "call_1.txt"));
  const spilled = async (letter: string): Promise<string> => {
    const long = tool(async () => ok(letter.repeat(2_000)));
    return textIn(await call(long, '{"count":1}', rules(spillFolder)));
  };
  expect(await spilled("y")).toContain(join(spillFolder, "call_1-2.txt"));
  expect(await spilled("z")).toContain(join(spillFolder, "call_1-3.txt"));
  expect(await spilled("y")).toContain(join(spillFolder, "call_1-2.txt")); // the same again needs no other file
  expect(readFileSync(victim, "utf8")).toBe("mine");
  expect(readFileSync(join(spillFolder, "call_1-2.txt"), "utf8")).toBe("y".repeat(2_000));
  expect(readFileSync(join(spillFolder, "call_1-3.txt"), "utf8")).toBe("z".repeat(2_000));
});

test("when the file cannot be written the result is cut, and says so", async () => {
  const blocked = join(folder(), "file");
  writeFileSync(blocked, "");
  const result = await call(
    tool(async () => ok("z".repeat(2_000))),
    '{"count":1}',
    rules(join(blocked, "spill")),
  );
  expect(textIn(result)).toMatch(/^z{900,}\n\[cut: 2000 characters, and the rest could not be stored on disk\]$/);
  expect(textIn(result).length).toBeLessThanOrEqual(1_000);
  expect(result.truncated).toBe(true);
});

test("a tool may have a smaller limit, and one that pages itself has none", async () => {
  const spillFolder = folder();
  const text = "w".repeat(2_000);
  const paging = tool(async () => ok(text), { maxResultChars: Infinity });
  expect((await call(paging, '{"count":1}', rules(spillFolder))).content).toBe(text);
  expect(readdirSync(spillFolder)).toEqual([]);
  const small = tool(async () => ok("w".repeat(60)), { maxResultChars: 50 });
  expect((await call(small, '{"count":1}', rules(spillFolder))).truncated).toBe(true);
});

test("the place where JSON breaks lies at the stray character or at the start of its word", () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, somewhere) => {
      const at = somewhere % json.length;
      const position = jsonErrorPosition(`${json.slice(0, at)}\u0001${json.slice(at)}`);
      expect(position).toBeLessThanOrEqual(at);
      expect(json.slice(position, at)).toMatch(/^$|^"|^[-+\w.]+$/);
    }),
  );
  const broken = ['{"a":1,}', "[1 2]", "{} x", "", '{"a" 1}', "[".repeat(9_999)];
  expect(broken.map(jsonErrorPosition)).toEqual([7, 3, 3, 0, 5, 201]);
});

function textIn(result: DispatchResult): string {
  return typeof result.content === "string" ? result.content : "";
}

test("a program that is not told the session's tools is not run: there is no other list it could look at", async () => {
  const { content } = await call({ ...never, programmatic: true }, '{"count":1}');
  expect(content).toBe('{"error":"count_up was not told which tools this session has"}');
});

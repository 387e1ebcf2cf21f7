import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stageRun } from "../../../tests/support/once-run.ts";
import { readAnswerSchema } from "./answer-schema.ts";

const cwd = mkdtempSync(join(tmpdir(), "hermes-schema-"));
const schema = {
  type: "object",
  properties: { a: { type: "integer" } },
  required: ["a"],
  additionalProperties: false,
};
writeFileSync(join(cwd, "s.json"), JSON.stringify(schema));
const request = { jsonSchemaFile: "s.json", outputFormat: "json", cwd } as const;
const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const answering = (...answers: readonly string[]) => answers.map((final_response) => ({ result: { final_response } }));

test.each([
  ['{"a": 1}', { kind: "fits", value: { a: 1 } }],
  ['Here it is:\n```json\n{"a": 1}\n```\nDone.', { kind: "fits", value: { a: 1 } }],
  ['```\n{"a": 0}\n```\nno:\n```JSON\n{"a": 2}\n```', { kind: "fits", value: { a: 2 } }],
  ['{"a": "x"}', { kind: "differs", problem: like(/^a: /) }],
  ['{"a": 1, "b": 2}', { kind: "differs", problem: like(/"b"/) }],
  ["just words", { kind: "differs", problem: "it holds no JSON" }],
])("%s", async (answer, shape) => {
  const read = await readAnswerSchema("s.json", cwd);
  expect(read.kind === "schema" ? read.schema.check(answer) : read).toEqual(shape);
});

test.each([
  ["{", /does not hold JSON$/],
  ["[]", /not a usable schema/],
  ['{"type":"strnig"}', /not a usable schema: .*strnig/],
  ['{"$ref":"#/nope"}', /not a usable schema/],
])("the schema %s is refused before anything runs", async (text, message) => {
  writeFileSync(join(cwd, "bad.json"), text);
  const run = stageRun({ ...request, jsonSchemaFile: "bad.json" });
  expect([await run.code, run.session.sent, run.out()]).toEqual([2, [], ""]);
  expect(run.err().trimEnd()).toMatch(message);
});

test("an answer that fits is in the result, and the model was told the schema once", async () => {
  const run = stageRun({ ...request, script: answering('```json\n{"a": 1}\n```') });
  expect(await run.code).toBe(0);
  expect(JSON.parse(run.out())).toMatchObject({ structured: { a: 1 }, num_turns: 1, is_error: false });
  expect(run.session.sent).toEqual([like(/^hello\n\n[^]*"required":\["a"\]/)]);
});

test("one correction is asked for, with what was wrong", async () => {
  const run = stageRun({ ...request, script: answering('{"a": "x"}', '{"a": 3}') });
  expect(await run.code).toBe(0);
  expect(JSON.parse(run.out())).toMatchObject({ structured: { a: 3 }, result: '{"a": 3}', num_turns: 2 });
  expect(run.session.sent[1]).toMatch(/does not fit the required JSON schema: a: /);
});

test("a second answer that does not fit ends with 5", async () => {
  const run = stageRun({ ...request, script: answering("no", "still no", '{"a": 3}') });
  expect(await run.code).toBe(5);
  expect(run.session.sent).toHaveLength(2);
  expect(JSON.parse(run.out())).toMatchObject({
    is_error: true,
    structured: null,
    result: "still no",
    error: { code: "schema_not_satisfied" },
  });
});

test("as text the bare JSON is printed", async () => {
  const run = stageRun({ ...request, outputFormat: "text", script: answering('```json\n{ "a": 1 }\n```') });
  expect([await run.code, run.out()]).toEqual([0, '{"a":1}\n']);
});

test("a turn that failed is not corrected", async () => {
  const run = stageRun({
    ...request,
    script: [{ result: { completed: false, failed: true, exit_reason: "api_error_nonretryable" } }],
  });
  expect([await run.code, run.session.sent.length]).toEqual([1, 1]);
});

import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stageRun } from "../../../tests/support/once-run.ts";
import { interruptedTurn } from "../../../tests/support/scripted-session.ts";
import type { AgentEvent } from "../../domain/event.ts";
import { usageOf } from "../../domain/usage.ts";

const scratch = (): string => mkdtempSync(join(tmpdir(), "hermes-once-"));
const like = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const failed = {
  completed: false,
  failed: true,
  exit_reason: "api_retries_exhausted",
  exit_detail: "server_error",
  final_response: "The provider kept failing.",
  failure_reason: "server_error",
  failure_status: 500,
} as const;
const spent = usageOf({
  input_tokens: 10,
  output_tokens: 5,
  cache_read_tokens: 3,
  cache_write_tokens: 2,
  reasoning_tokens: 1,
});
const tokens = {
  input_tokens: 10,
  output_tokens: 5,
  cache_read_tokens: 3,
  cache_write_tokens: 2,
  reasoning_tokens: 1,
  total_tokens: 20,
};
const started: AgentEvent = {
  type: "tool.started",
  call: { id: "c1", type: "function", function: { name: "terminal", arguments: '{"command":"ls"}' } },
  preview: "ls \u001b[31m-la",
};
const denied: AgentEvent = {
  type: "approval.decided",
  callId: "c1",
  tool: "terminal",
  rule: "not-read-only",
  decision: "deny",
  by: "headless",
  preview: "rm -rf build",
};
const retried: AgentEvent = {
  type: "recovery.applied",
  strategy: "backoff",
  failure: {
    kind: "server_error",
    retryable: true,
    status: 500,
    code: null,
    message: "server error",
    retryAfterMs: null,
    phase: "request",
    text: "",
  },
  attempt: 1,
  delayMs: 2_000,
};

const never = () => Promise.reject(new Error("opened"));
const unconfigured = () =>
  Promise.resolve({ kind: "refused", exitCode: 3, message: "no model is configured" } as const);
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))));
const ask = (kind: "approval" | "clarify"): AgentEvent => ({
  type: "question.asked",
  question: { id: "q1", kind, text: "May I?", choices: ["allow", "deny"] },
});

test("the answer is all there is on stdout, what happened goes to stderr, and the session is closed", async () => {
  const { code, out, err, session } = stageRun({ script: [{ events: [started, denied] }] });
  expect(await code).toBe(0);
  expect(out()).toBe("Hi\n");
  expect(err()).toBe("> terminal: ls -la\n! not allowed: terminal (not-read-only): rm -rf build\n");
  expect([session.sent, session.calls]).toEqual([["hello"], ["close"]]);
});

test("quiet leaves only errors on stderr", async () => {
  const good = stageRun({ quiet: true, script: [{ events: [started, denied] }] });
  const bad = stageRun({ quiet: true, script: [{ events: [started], result: failed }] });
  expect([await good.code, good.err()]).toEqual([0, ""]);
  expect([await bad.code, bad.err(), bad.out()]).toEqual([1, "hermes: The provider kept failing.\n", ""]);
});

test("retries that helped are not worth a line, those before a failure are", async () => {
  const step: AgentEvent = {
    type: "step.finished",
    step: 1,
    reply: { role: "assistant", content: "Hi" },
    usage: null,
  };
  const saved = stageRun({ script: [{ events: [retried, step] }] });
  const lost = stageRun({ script: [{ events: [retried, step, retried, retried], result: failed }] });
  expect([await saved.code, saved.err()]).toEqual([0, ""]);
  const line = "attempt 1 failed: server error; next one in 2.0 s\n";
  expect([await lost.code, lost.err()]).toEqual([1, `${line}${line}hermes: The provider kept failing.\n`]);
});

test("what could not be saved at the end of a turn is said, and the answer still counts", async () => {
  const { code, out, err } = stageRun({ script: [{ result: { cleanup_errors: ["save turn: the disk is full"] } }] });
  expect(await code).toBe(0);
  expect([out(), err()]).toEqual([
    "Hi\n",
    "hermes: warning: this turn is not saved as it should be (save turn: the disk is full)\n",
  ]);
});

test("no escape sequence of the model reaches stdout", async () => {
  const { code, out } = stageRun({
    script: [{ result: { final_response: "\u001b]52;c;aGk=\u0007a\u001b[1mb\u009b1m\tc" } }],
  });
  await code;
  expect(out()).toBe("ab\tc\n");
});

test("json is one object with every field in its place", async () => {
  const { code, out } = stageRun({
    outputFormat: "json",
    script: [
      {
        events: [denied],
        result: {
          ...spent,
          tool_calls: 1,
          api_calls: 2,
          session_id: "child",
          estimated_cost_usd: 0.5,
          cost_status: "estimated",
        },
      },
    ],
  });
  expect(await code).toBe(0);
  expect(out()).toBe(
    `${JSON.stringify({
      type: "result",
      subtype: "success",
      is_error: false,
      result: "Hi",
      structured: null,
      session_id: "child",
      parent_session_id: "20260101_000000_aaaaaaaa",
      exit_reason: "text_response",
      exit_detail: "stop",
      num_turns: 1,
      api_calls: 2,
      tool_calls: 1,
      duration_ms: 0,
      duration_api_ms: 3,
      model: "rules",
      provider: "demo",
      fallback_used: false,
      usage: { ...tokens, self: tokens },
      cost_usd: 0.5,
      cost_status: "estimated",
      denials: [
        { tool: "terminal", rule: "not-read-only", description: "denied by headless", preview: "rm -rf build" },
      ],
      error: null,
    })}\n`,
  );
});

test("what children used is part of the usage, and the session's own share stands beside it", async () => {
  const usage = usageOf({
    input_tokens: 100,
    output_tokens: 10,
    cache_read_tokens: 1,
    cache_write_tokens: 0,
    reasoning_tokens: 0,
  });
  const child = { type: "usage.reported", task: "delegation", usage } as const;
  const own = { ...child, task: "" };
  const { code, out } = stageRun({ outputFormat: "json", script: [{ events: [own, child, child], result: spent }] });
  await code;
  const total = { input_tokens: tokens.input_tokens + 200, total_tokens: tokens.total_tokens + 222 };
  expect(JSON.parse(out())).toMatchObject({ usage: { ...total, self: tokens } });
});

test("a failed run is an object too, with the error and without an answer", async () => {
  const { code, out } = stageRun({ outputFormat: "json", script: [{ result: failed }] });
  expect(await code).toBe(1);
  expect(JSON.parse(out())).toMatchObject({
    subtype: "error",
    is_error: true,
    result: "",
    exit_reason: "api_retries_exhausted",
    error: { code: "server_error", message: "The provider kept failing.", provider_status: 500 },
  });
});

test("a limit prints what text there is and exits with 4", async () => {
  const result = {
    completed: false,
    exit_reason: "max_iterations_reached",
    exit_detail: "3/3",
    final_response: "So far",
  } as const;
  const { code, out, err } = stageRun({ script: [{ result }] });
  expect([await code, out(), err()]).toEqual([4, "So far\n", "a limit was reached: max_iterations_reached 3/3\n"]);
});

test("bad input is found before a session is opened", async () => {
  const empty = stageRun({ prompt: " ", opening: never });
  const image = stageRun({ images: ["none.png"], opening: never });
  const schema = stageRun({ jsonSchemaFile: "missing.json", opening: never, outputFormat: "json" });
  const usage = stageRun({ usageFile: "no/such/folder.json", opening: never });
  const runs = await Promise.all(
    [empty, image, schema, usage].map(async (run) => [await run.code, run.out(), run.err()]),
  );
  expect(runs).toEqual([
    [2, "", "hermes: there is no prompt: give it as an argument, with --query-file or on stdin\n"],
    [2, "", "hermes: --image: no such file: none.png\n"],
    [2, "", "hermes: --json-schema: no such file: missing.json\n"],
    [2, "", "hermes: --usage-file: there is no folder for no/such/folder.json\n"],
  ]);
});

test("a session that cannot be opened says why, with its own exit code, and leaves a usage report", async () => {
  const cwd = scratch();
  const { code, out, err } = stageRun({ opening: unconfigured, outputFormat: "json", usageFile: "u.json", cwd });
  expect([await code, out(), err()]).toEqual([3, "", "hermes: no model is configured\n"]);
  expect(JSON.parse(readFileSync(join(cwd, "u.json"), "utf8"))).toMatchObject({ is_error: true, api_calls: 0 });
});

test("images are attached by what they are, not by their name", async () => {
  const cwd = scratch();
  const png = Buffer.from("89504e470d0a1a0a00", "hex");
  writeFileSync(join(cwd, "a.dat"), png);
  writeFileSync(join(cwd, "b.png"), "no image");
  const good = stageRun({ images: ["a.dat"], cwd });
  const bad = stageRun({ images: ["b.png"], cwd });
  expect([await good.code, await bad.code]).toEqual([0, 2]);
  expect(good.session.sent).toEqual([
    [
      { type: "text", text: "hello" },
      { type: "image_url", image_url: { url: `data:image/png;base64,${png.toString("base64")}` } },
    ],
  ]);
  expect(bad.err()).toBe("hermes: --image: b.png is not a PNG, JPEG, GIF or WebP image\n");
});

test("references are looked for in what was typed: not in piped data, nor in what the program adds or asks", async () => {
  const cwd = scratch();
  writeFileSync(join(cwd, "shape.json"), JSON.stringify({ type: "object" }));
  const script = [{ result: { final_response: "no object" } }, { result: { final_response: "{}" } }];
  const run = stageRun({ prompt: "see @a", input: "data with @b", jsonSchemaFile: "shape.json", cwd, script });
  expect(await run.code).toBe(0);
  expect(run.session.sent[0]).toContain("@b");
  expect(run.session.followed).toEqual(["see @a", null]);
});

test("the usage report is private, holds numbers and no answer, and is written on failure too", async () => {
  const cwd = scratch();
  const { code } = stageRun({ usageFile: "u.json", cwd, script: [{ result: { ...failed, ...spent } }] });
  expect(await code).toBe(1);
  const report: unknown = JSON.parse(readFileSync(join(cwd, "u.json"), "utf8"));
  expect(report).toMatchObject({ subtype: "error", usage: tokens, error: { code: "server_error" } });
  expect(report).not.toHaveProperty("result");
  expect(statSync(join(cwd, "u.json")).mode & 0o777).toBe(0o600);
});

test("a bug is one line, exit 1 and still one object", async () => {
  const { code, out, err } = stageRun({ outputFormat: "json", script: [{ throws: new Error("boom") }] });
  expect([await code, err()]).toEqual([1, "hermes: internal error: boom\n"]);
  expect(JSON.parse(out())).toMatchObject({ exit_reason: "local_processing_error", error: { code: "internal_error" } });
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s interrupts the turn, saves the session and exits with %i", async (signal, exitCode) => {
  const run = stageRun({ outputFormat: "json", script: [{ hangs: "until interrupted" }] });
  await run.session.reached(1);
  run.signal(signal);
  expect(await run.code).toBe(exitCode);
  expect(run.session.calls).toEqual(["interrupt", "close"]);
  expect(JSON.parse(run.out())).toMatchObject({ subtype: "interrupted", is_error: false, result: "" });
});

test("a turn that will not end is left behind within a second, and at once after a second signal", async () => {
  const slow = stageRun({ script: [{ hangs: "for ever" }] });
  await slow.session.reached(1);
  slow.signal("SIGINT");
  await slow.clock.advance(900);
  expect(await slow.code).toBe(130);

  const twice = stageRun({ script: [{ hangs: "for ever" }] });
  await twice.session.reached(1);
  twice.signal("SIGTERM");
  twice.signal("SIGINT");
  expect(await twice.code).toBe(143); // the first reason counts
});

test("a signal while the session opens ends the run without a turn", async () => {
  const run = stageRun({ opening: untilAborted });
  await run.clock.advance(0);
  run.signal("SIGINT");
  expect([await run.code, run.out(), run.err()]).toEqual([130, "", "interrupted\n"]);
});

test("a closed stdout interrupts the turn and ends without a word", async () => {
  const run = stageRun({ outputFormat: "stream-json", script: [{ hangs: "until interrupted" }] });
  await run.session.reached(1);
  const before = run.out();
  run.closeOutput();
  expect([await run.code, run.err()]).toEqual([141, ""]);
  expect([run.out(), run.session.calls]).toEqual([before, ["interrupt", "close"]]);
});

test("a stdout that closes after the turn had finished is a success", async () => {
  const run = stageRun({
    script: [{ events: [], hangs: "until interrupted", result: { completed: true, exit_reason: "text_response" } }],
  });
  await run.session.reached(1);
  run.closeOutput();
  expect([await run.code, run.err()]).toEqual([0, ""]);
});

test("a question nobody can answer is answered with no, or with leave to decide", async () => {
  const run = stageRun({ script: [{ events: [ask("approval"), ask("clarify")] }] });
  await run.code;
  expect(run.session.calls).toEqual(["answer q1 deny", like(/^answer q1 Nobody is there/), "close"]);
});

test("an interrupted turn without a stop of ours is still an interrupted run", async () => {
  const { code } = stageRun({ script: [{ result: interruptedTurn }] });
  expect(await code).toBe(130);
});

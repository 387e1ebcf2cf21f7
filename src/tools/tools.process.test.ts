import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { buildFileTools } from "../app/build-file-tools.ts";
import { systemClock } from "../app/system-clock.ts";
import { textOf } from "../domain/message.ts";
import { redactSecrets } from "../safety/redact.ts";
import { fakeRng } from "../../tests/support/fake-rng.ts";
import { toolContext } from "../../tests/support/tool-context.ts";
import { createLocalBackend } from "./backends/local-backend.ts";
import { playedPolicy } from "../../tests/support/approver-policy.ts";
import { ApprovalState } from "./approval/approval-state.ts";
import { createApprover } from "./approval/approver.ts";
import { detectDanger } from "./approval/detect-danger.ts";
import { createClarifyTool } from "./clarify.ts";
import { dispatch } from "./dispatch.ts";
import { createFileChanges } from "./files/file-changes.ts";
import { ProcessTable } from "./processes/process-table.ts";
import { createProcessTool } from "./processes/process-tool.ts";
import { createRegistry } from "./registry.ts";
import { createShellState } from "./terminal/shell-state.ts";
import { createSudoPassword } from "./terminal/sudo-password.ts";
import { createTerminalTool } from "./terminal/terminal.ts";
import { createTodo } from "./todo/todo-tool.ts";

const redact = (text: string): string => redactSecrets(text);

function runner() {
  const backend = createLocalBackend(systemClock);
  return {
    backend,
    processes: new ProcessTable({ backend, shell: "bash", clock: systemClock, rng: fakeRng(), records: null }),
    sudo: createSudoPassword({ configured: () => null }, systemClock),
  };
}

function session(yolo: boolean) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "hermes-tools-")));
  const userHome = join(cwd, "home");
  mkdirSync(userHome);
  const paths = { userHome, hermesHome: join(userHome, ".hermes"), roots: [cwd], safeRoots: [] };
  const shell = createShellState({ cwd, env: { PATH: process.env["PATH"] ?? "" } });
  const changes = createFileChanges();
  const spillFolder = join(cwd, "spill");
  const run = runner();
  const registry = createRegistry([
    ...buildFileTools({ paths, redact, changes, clock: systemClock, env: shell.current().env }).tools,
    createProcessTool({ table: run.processes, clock: systemClock, mostSeconds: 180 }),
    createTerminalTool({
      ...run,
      shell: "bash",
      state: shell,
      clock: systemClock,
      userHome,
      spillFolder,
      limits: { defaultSeconds: 30, mostSeconds: 600, outputChars: 50_000, spillChars: 1_000_000 },
      redact: redactSecrets,
      onRun: changes.somethingChanged,
    }),
  ]);
  const state = new ApprovalState({ mode: "manual", edits: "allow", yolo });
  const approver = createApprover(playedPolicy({ state, paths, detect: detectDanger }));
  const rules = {
    limits: { resultChars: 100_000, previewChars: 1_500, spillFolder },
    redact,
    installation: "",
  };
  const call = (name: string, args: object) => {
    const here = shell.current().cwd;
    const { signal } = new AbortController();
    const context = toolContext({
      cwd: here,
      signal,
      approve: (request) => approver.decide({ ...request, callId: "call", cwd: here }, signal),
    });
    return dispatch(registry, { id: "call", name, arguments: JSON.stringify(args) }, context, rules);
  };
  return { cwd, registry, call };
}

test("the tools cost few tokens in every request", () => {
  const { registry } = session(false);
  const costs = registry.schemas.map((schema) => countTokens(JSON.stringify(schema)));
  expect(Math.max(...costs)).toBeLessThanOrEqual(185);
  expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeLessThanOrEqual(800);
});

test("what may overlap is declared: readers share, writers keep their paths, shells and state are alone", () => {
  const clarify = createClarifyTool({ clock: systemClock, timeoutMs: 1 });
  const tools = [...session(false).registry.tools, createTodo().tool, clarify];
  expect(Object.fromEntries(tools.map(({ name, concurrency, readOnly }) => [name, [concurrency, readOnly]]))).toEqual({
    read_file: ["path-read", true],
    search_files: ["path-read", true],
    write_file: ["path-write", false],
    patch: ["path-write", false],
    terminal: ["shell", false],
    process: ["state", false],
    todo: ["state", false],
    clarify: ["interactive", false],
  });
});

test("a session writes, finds, reads and runs what it may, and is told what it may not", async () => {
  const { cwd, call } = session(false);
  expect(await call("write_file", { path: "src/a.txt", content: "alpha\nbeta\n" })).toMatchObject({
    ok: true,
    effect: null,
  });
  expect(await call("search_files", { pattern: "beta" })).toMatchObject({
    content: '{"total_count":1,"matches":["src/a.txt:2:beta"],"truncated":false}',
  });
  expect(await call("terminal", { command: "cd src && cat a.txt | wc -l" })).toMatchObject({
    content: `{"output":"2","error":null,"exit_code":0,"cwd":"${cwd}/src"}`,
    ok: true,
  });
  expect(await call("read_file", { path: "a.txt", limit: "1" })).toMatchObject({
    content: '{"content":"1|alpha","total_lines":2,"file_size":11,"truncated":true,"next_offset":2}',
    truncated: true,
  });
  const denied = await call("terminal", { command: "rm -r ../src" });
  expect(denied).toMatchObject({ ok: false, effect: "none" });
  expect(denied.content).toContain("--allow");
  expect(readFileSync(join(cwd, "src/a.txt"), "utf8")).toBe("alpha\nbeta\n");
});

test("[SF-T2] a name that no tool has is answered with the nearest one", async () => {
  const { content } = await session(false).call("red_file", { path: "a" });
  expect(content).toContain('Unknown tool \\"red_file\\". Did you mean read_file?');
});

test("[SF-T3] a number written as text is taken as the number", async () => {
  const { cwd, call } = session(false);
  writeFileSync(join(cwd, "a.txt"), Array.from({ length: 12 }, (_, index) => `line ${index + 1}\n`).join(""));
  expect(await call("read_file", { path: "a.txt", offset: "10" })).toMatchObject({
    content: '{"content":"10|line 10\\n11|line 11\\n12|line 12","total_lines":12,"file_size":87,"truncated":false}',
  });
});

test("[SF-S11] what a command prints reaches the model without secrets and with everything else", async () => {
  const { call } = session(true);
  const lines = [
    "sk-ant-api03-a1B2c3D4e5F6g7H8i9J0",
    "MAX_TOKENS=100",
    "https://x.test/?access_token=zzz1234567890zzzz99",
  ];
  const { content } = await call("terminal", {
    command: `printf '%s\\n' ${lines.map((line) => `'${line}'`).join(" ")}`,
  });
  expect(JSON.parse(textOf(content))).toMatchObject({
    output: "sk-ant…i9J0\nMAX_TOKENS=100\nhttps://x.test/?access_token=zzz123…zz99",
  });
});

test("what --yolo allows runs, and a folder of one's own is part of what is judged", async () => {
  const strict = session(false);
  mkdirSync(join(strict.cwd, "home", ".aws"));
  expect((await strict.call("terminal", { command: "cat credentials", workdir: "home/.aws" })).content).toContain(
    "Not run (rule ",
  );
  const { cwd, call } = session(true);
  expect(await call("terminal", { command: "echo hi > made && cat made" })).toMatchObject({ ok: true });
  expect(readFileSync(join(cwd, "made"), "utf8")).toBe("hi\n");
});

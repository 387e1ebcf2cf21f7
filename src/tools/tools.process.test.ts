import { mkdirSync, mkdtempSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { expect, test } from "vitest";
import { systemClock } from "../app/system-clock.ts";
import { redactSecrets } from "../safety/redact.ts";
import { playedPolicy } from "../../tests/support/approver-policy.ts";
import { toolContext } from "../../tests/support/tool-context.ts";
import { ApprovalState } from "./approval/approval-state.ts";
import { createApprover } from "./approval/approver.ts";
import { detectDanger } from "./approval/detect-danger.ts";
import { dispatch } from "./dispatch.ts";
import { createFileMemory } from "./file-memory.ts";
import { createReadFileTool } from "./read-file.ts";
import { createRegistry } from "./registry.ts";
import { createSearchFilesTool } from "./search/search-files.ts";
import { createShellState } from "./terminal/shell-state.ts";
import { createTerminalTool } from "./terminal/terminal.ts";
import { createWriteFileTool } from "./write-file.ts";

function session(yolo: boolean) {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "hermes-tools-")));
  const userHome = join(cwd, "home");
  mkdirSync(userHome);
  const paths = { userHome, hermesHome: join(userHome, ".hermes"), roots: [cwd], safeRoots: [] };
  const shell = createShellState({ cwd, env: { PATH: process.env["PATH"] ?? "" } });
  const files = { paths, memory: createFileMemory(), redact: (text: string) => redactSecrets(text) };
  const spillFolder = join(cwd, "spill");
  const registry = createRegistry([
    createReadFileTool(files),
    createWriteFileTool(files),
    createSearchFilesTool({ ...files, clock: systemClock }),
    createTerminalTool({
      shell: "bash",
      state: shell,
      clock: systemClock,
      userHome,
      spillFolder,
      limits: { defaultSeconds: 30, mostSeconds: 600, outputChars: 50_000, spillChars: 1_000_000 },
      redact: redactSecrets,
      onRun: files.memory.somethingChanged,
    }),
  ]);
  const state = new ApprovalState({ mode: "manual", edits: "allow", yolo });
  const approver = createApprover(playedPolicy({ state, paths, detect: detectDanger }));
  const rules = {
    limits: { resultChars: 100_000, previewChars: 1_500, spillFolder },
    redact: (text: string) => redactSecrets(text),
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
  expect(Math.max(...costs)).toBeLessThanOrEqual(165);
  expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeLessThanOrEqual(410);
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

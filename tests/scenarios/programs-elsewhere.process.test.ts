import { mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import type { Approver, ToolHooks } from "../../src/app/library.ts";
import { textOf } from "../../src/domain/message.ts";
import { fakeDocker, interpreters } from "../support/away-code.ts";
import { agentWorld } from "../support/agent-world.ts";
import type { FakeClock } from "../support/fake-clock.ts";
import { calls, says } from "../support/played-tools.ts";
import { sshCommand } from "../support/ssh-command.ts";
import { hasSshServer } from "../support/ssh-server.ts";

afterEach(() => vi.unstubAllEnvs());

/** Programs take as long as they take: no time passes for the agent unless it is moved. */
async function settled<T>(clock: FakeClock, work: Promise<T>): Promise<T> {
  const watch = { done: false };
  const done = work.finally(() => void (watch.done = true));
  while (!watch.done) await clock.advance(0);
  return done;
}

type Place = { readonly config: string; readonly folder: string };

async function machine(): Promise<Place> {
  const { server, ...place } = await sshCommand();
  onTestFinished(() => server.close());
  return place;
}

/** What the file tools need besides. */
const forFiles = Object.fromEntries(
  ["head", "tail", "stat", "wc", "cksum", "readlink", "ls"].map((tool) => [tool, `/usr/bin/${tool}`]),
);

async function container(): Promise<Place> {
  const { folder } = fakeDocker("dash", { ...interpreters, ...forFiles }, { HOME: place("hermes-inside-") });
  return { folder, config: "terminal:\n  backend: docker\n  docker_extra_args: [--none]\n  shell: /bin/sh\n" };
}

const place = (path: string) => realpathSync(mkdtempSync(join(tmpdir(), path)));

test.skipIf(!hasSshServer).each([
  { name: "ssh", open: machine },
  { name: "docker", open: container },
])("over $name inner calls pass hooks and approval, and a no is an error in the program", async ({ open }) => {
  const { config, folder } = await open();
  vi.stubEnv("PATH", `${folder}:${process.env["PATH"] ?? ""}`);
  const there = place("hermes-there-");
  writeFileSync(join(there, "b.txt"), "in there\n");
  const heard: string[] = [];
  const hooks: ToolHooks = {
    name: "watch",
    preToolCall: ({ tool, args }) =>
      tool === "write_file" && args["path"] === "no.txt" ? { kind: "block", message: "Not there." } : null,
    postToolCall: ({ tool, status, callId }) => void heard.push(`${callId} ${tool} ${status}`),
  };
  const asked: string[] = [];
  const approver: Approver = {
    name: "person",
    decide: async ({ kind, action }) => {
      asked.push(kind);
      if (kind === "code") return { decision: "allow", by: "person", rule: null };
      return { decision: "deny", by: "person", rule: "mine", reason: `No: ${action}` };
    },
  };
  const code = `import hermes_tools as t
print(t.write_file("no.txt", "x")["error"])
print(t.terminal("rm -rf build")["error"])
print(t.read_file("${there}/b.txt")["content"], t.terminal("echo $((40+2))")["output"])`;
  const program = calls({ name: "execute_code", id: "prog", arguments: { code, language: "python" } });
  const world = await agentWorld({ steps: [program, says("done")] }, { config, approver, toolHooks: [hooks] });
  const { messages } = await settled(world.clock, world.agent.runConversation("go"));
  const told = textOf(messages.find(({ role }) => role === "tool")?.content ?? "");
  expect(JSON.parse(told)).toMatchObject({
    status: "success",
    output: "Not there.\nNo: rm -rf build\n1|in there 42",
    tool_calls_made: 4,
  });
  expect(asked).toEqual(["code", "command"]);
  expect(heard).toEqual([
    "prog_1 write_file blocked",
    "prog_2 terminal error",
    "prog_3 read_file ok",
    "prog_4 terminal ok",
    "prog execute_code ok",
  ]);
  await settled(world.clock, world.agent.close());
});

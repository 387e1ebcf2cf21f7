import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { buildMemoryProvider } from "../../src/app/build-memory-provider.ts";
import { noLog } from "../../src/domain/log.ts";
import type { SyncedTurn } from "../../src/domain/memory-provider.ts";
import { providerContext } from "../support/provider-context.ts";
import { agentWorld, type AgentWorld } from "../support/agent-world.ts";
import { skillText } from "../support/skill-world.ts";
import { temporaryStore } from "../support/temporary-store.ts";

const says = (text: string) => ({ reply: { text } });
const calls = (name: string, args: Readonly<Record<string, unknown>>) => ({
  reply: { tool_calls: [{ name, arguments: args }] },
});
const tooLarge = { fault: { kind: "status" as const, status: 413, message: "payload too large" } };

const Body = z.object({ messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })) });
const sent = ({ simulator }: AgentWorld, index: number) => Body.parse(simulator.requests.at(index)?.body).messages;
const system = (world: AgentWorld, index: number): string => z.string().parse(sent(world, index)[0]?.content);
const toolResult = (world: AgentWorld): unknown =>
  JSON.parse(z.string().parse(sent(world, -1).findLast(({ role }) => role === "tool")?.content));

function putSkill({ home }: AgentWorld, name: string, description: string, extra = ""): void {
  const path = join(home, "skills", name, "SKILL.md");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, skillText(name, description, extra));
}

test("the prompt lists the shipped skills between memory and time, and the model loads one", async () => {
  const world = await agentWorld({ steps: [calls("skill_view", { name: "code-review" }), says("reviewed")] });
  await world.agent.chat("review this");
  const prompt = system(world, 0);
  expect(prompt).toMatch(
    /\n\n## Skills \(mandatory\)\n[^]*- code-review: [^]*<\/available_skills>[^]*\n\nCurrent time: /,
  );
  expect(system(world, 1)).toBe(prompt);
  expect(toolResult(world)).toMatchObject({ name: "code-review", readiness: "available" });
});

test("without skill tools there is no list", async () => {
  const world = await agentWorld({ steps: [says("hi")] }, { enabledToolsets: ["file"] });
  await world.agent.chat("hi");
  expect(system(world, 0)).not.toContain("available_skills");
});

test("skills that need tools the session does not have are not offered", async () => {
  const world = await agentWorld({ steps: [says("hi")] }, { enabledToolsets: ["skills"] });
  putSkill(world, "needs-shell", "N", "metadata: {hermes: {requires_toolsets: [terminal]}}");
  putSkill(world, "needs-skills", "N", "metadata: {hermes: {requires_tools: [skill_view]}}");
  await (await world.another()).chat("hi");
  expect(system(world, 0)).toContain("- needs-skills: N");
  expect(system(world, 0)).not.toContain("needs-shell");
});

test("a skill written in a conversation is usable at once, and in the list only after a compression", async () => {
  const content = skillText("deploy", "Ship it");
  const world = await agentWorld({
    steps: [
      calls("skill_manage", { action: "create", name: "deploy", content }),
      calls("skill_view", { name: "deploy" }),
      says("saved"),
      ...Array.from({ length: 4 }, () => says("word ".repeat(60))),
      tooLarge,
      says("fits"),
    ],
  });
  await world.agent.chat("save it");
  expect(toolResult(world)).toMatchObject({ name: "deploy", content: "Do as deploy says." });
  expect(readFileSync(join(world.home, "skills", "deploy", "SKILL.md"), "utf8")).toBe(content);
  for (let at = 0; at < 4; at++) await world.agent.chat(`question ${at}`);
  expect(system(world, -1)).toBe(system(world, 0));
  await world.clock.runUntil(world.agent.chat("and now?"));
  expect(system(world, -1)).toContain("- deploy: Ship it");
  expect(system(world, -1).split("## Skills")[0]).toBe(system(world, 0).split("## Skills")[0]);
});

test("the list is made once per conversation, and another model does not change it", async () => {
  const world = await agentWorld({ steps: [says("one"), says("two")] });
  putSkill(world, "mine", "M");
  const { session_id: id } = await (await world.another()).runConversation("hi");
  putSkill(world, "mine", "changed meanwhile");
  await (await world.another({ sessionId: id, model: "gpt-5" })).chat("still there?");
  expect(system(world, 1)).not.toBe(system(world, 0));
  expect(system(world, 1)).toContain("- mine: M");
});

test("[PM-79] two skills before an instruction are one question, the instruction last, and memory hears it alone", async () => {
  const heard: string[] = [];
  const prefetch = [({ userMessage }: { readonly userMessage: string }) => (heard.push(userMessage), null)];
  const world = await agentWorld({ steps: [says("done")] }, { prefetch });
  putSkill(world, "skill-a", "A");
  putSkill(world, "skill-b", "B");
  const { signal } = new AbortController();
  const invocation = await world.agent.session.invokeSkills("/skill-a /skill-b fix it", new Set(), signal);
  if (invocation.kind !== "invoked") throw new Error("nothing was invoked");
  await world.agent.chat(invocation.message);
  const questions = sent(world, 0).filter(({ role }) => role === "user");
  expect(questions).toHaveLength(1);
  expect(questions[0]?.content).toMatch(/Do as skill-a says\.[^]*Do as skill-b says\.[^]*\nfix it$/);
  expect(heard).toEqual(["fix it"]);
  expect(world.rows()[0]?.content).toBe(invocation.message); // replayed as it was sent
  expect(await syncedWith(invocation.message, world)).toEqual(["fix it"]);
});

/** What an outside memory is told of a question. */
async function syncedWith(question: string, { home, clock }: AgentWorld): Promise<readonly string[]> {
  const told: string[] = [];
  const provider = { name: "ear", isAvailable: () => true, syncTurn: ({ user }: SyncedTurn) => void told.push(user) };
  using store = await temporaryStore();
  const host = buildMemoryProvider({
    name: "ear",
    home,
    env: {},
    scope: null,
    store,
    clock,
    log: noLog,
    scan,
    plugged: [provider],
  });
  host.start("s", { ...providerContext, home, cwd: home });
  host.afterTurn({ user: question, assistant: "done", sessionId: "s", messages: [], completed: true });
  await host.close();
  return told;
}

const scan = () => ({ blocked: false, reasons: [] });

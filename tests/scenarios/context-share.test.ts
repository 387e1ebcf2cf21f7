import { join } from "node:path";
import { expect, test } from "vitest";
import { contextCommand } from "../../src/commands/slash/insights.ts";
import { knownOf, weightOf } from "../../src/surfaces/cli/known-of.ts";
import { newScreen } from "../../src/surfaces/cli/screen.ts";
import { statusBar } from "../../src/surfaces/cli/status-bar.ts";
import { paintOf } from "../../src/surfaces/cli/theme/paint.ts";
import { agentWorld, type AgentWorld } from "../support/agent-world.ts";
import { says } from "../support/played-tools.ts";
import { temporaryStore } from "../support/temporary-store.ts";

const config = "providers: {custom: {models: {gpt-4o: {context_length: 40000}}}}\n";
const bird = (index: number) => says(`bird ${index} ${"sings and flies and sleeps ".repeat(400)}`);
const summary = ["Active Task", "Goal", "Constraints & Preferences", "Completed Actions", "Progress", "Key Decisions"]
  .concat(["Relevant Files", "Next Steps", "Critical Context"])
  .map((heading) => `## ${heading}\nNone.`)
  .join("\n\n");

const slashWorld = {
  switchModel: async () => ({ ok: false, text: "" }),
  command: async () => ({ code: 0, text: "" }),
  git: async () => ({ code: 1, text: "" }),
};

/** What the bar says and what the command says, of the same session at the same moment. */
async function shares({ home, clock }: AgentWorld, session: AgentWorld["agent"]["session"]) {
  using store = await temporaryStore({ path: join(home, "hermes.db"), clock });
  const around = {
    store,
    world: slashWorld,
    commands: [],
    isBusy: false,
    signal: new AbortController().signal,
    nowMs: clock.now(),
    confirms: true,
  };
  const people = {
    signal: new AbortController().signal,
    choose: async () => null,
    neverConfirm: async () => undefined,
  };
  const outcome = await contextCommand.run("", { session, ...around, ...people });
  const text = outcome.kind === "said" ? outcome.text : "";
  const { info, approvals } = session;
  const known = { ...knownOf(store.sessions.get(info.sessionId)), ...weightOf(session) };
  const screen = newScreen({ info, edits: approvals.edits, yolo: false, ...known }, 0);
  const bar = statusBar(screen, 120, paintOf(null), 0);
  return { bar: /(\d+)%/.exec(bar)?.[1], context: /\((\d+)%\)/.exec(text)?.[1], text };
}

test("the status bar and /context name the same share after a turn, a resume and a compression, whose parts are shown", async () => {
  const steps = [...Array.from({ length: 4 }, (_, index) => bird(index)), says(summary), says("a robin")];
  const world = await agentWorld({ steps }, { config, realEngine: true });
  for (let index = 0; index < 4; index++) await world.clock.runUntil(world.agent.chat(`which is number ${index}?`));
  const { session } = world.agent;
  const turned = await shares(world, session);
  expect(turned.bar).toBe(turned.context);
  expect(Number(turned.bar)).toBeGreaterThan(20);
  expect(turned.text).toMatch(/If it were compressed now:\n {2}Messages \d+ to \d+ would be summed up/);
  expect(turned.text).not.toContain("kept from the beginning");

  const resumed = await world.another({ sessionId: session.info.sessionId });
  const again = await shares(world, resumed.session);
  expect(again.bar).toBe(again.context);
  expect(Number(again.bar)).toBeGreaterThan(20);

  const answer = await world.clock.runUntil(session.compress());
  expect(answer.kind).toBe("compressed");
  const shorter = await shares(world, session);
  expect(shorter.bar).toBe(shorter.context);
  expect(Number(shorter.bar)).toBeLessThan(Number(turned.bar));
  for (const part of ["kept from the beginning", "summary", "since then"]) expect(shorter.text).toContain(part);
  const { parts, messages } = session.context;
  expect((parts?.head ?? 0) + (parts?.summary ?? 0) + (parts?.tail ?? 0)).toBe(messages);
  expect(parts?.summary).toBeGreaterThan(0);
});

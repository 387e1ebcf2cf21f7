import { expect, test } from "vitest";
import type { Platform } from "../domain/platform.ts";
import { definePlugin } from "./plugin.ts";
import { platformOf } from "./plugin-platform.ts";
import { clearRegistration } from "./registration.ts";
import { settlePlatforms } from "./settle.ts";
import { createHarness } from "./test-harness.ts";
import { unwatched } from "./watch.ts";

const sound: Platform = {
  name: "pigeon",
  capabilities: { maxLength: 20 },
  connect: async () => undefined,
  disconnect: () => undefined,
  send: async () => ({ ok: true, messageId: null }),
};

/** What plugins hand over need not be what the types say. */
function refusalOf(wrong: Readonly<Record<string, unknown>>): string {
  const given: Platform = Object.assign({ ...sound }, wrong);
  try {
    platformOf(given, "loft", unwatched);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test("every mistake in a platform is an error that names the plugin, the platform and the mistake", () => {
  const pigeon = 'registerPlatform: plugin loft, platform "pigeon": ';
  expect(refusalOf({})).toBe("");
  expect(refusalOf({ name: "No Spaces" })).toBe(
    'registerPlatform: plugin loft, platform "No Spaces": name: use small letters, digits, - and _, at most 32',
  );
  expect(refusalOf({ name: undefined })).toContain('plugin loft, platform "": name: ');
  expect(refusalOf({ name: "cli" })).toContain("the name belongs to a surface of this program");
  expect(refusalOf({ send: undefined })).toBe(`${pigeon}the function send is missing`);
  expect(refusalOf({ connect: "soon" })).toBe(`${pigeon}the function connect is missing`);
  expect(refusalOf({ ask: "nicely" })).toBe(`${pigeon}ask is no function`);
  for (const maxLength of [0, -1, 1.5, Number.NaN, "long", undefined])
    expect(refusalOf({ capabilities: { maxLength } })).toContain(`${pigeon}capabilities.maxLength: `);
  expect(refusalOf({ capabilities: undefined })).toContain(`${pigeon}capabilities: `);
  expect(refusalOf({ capabilities: { maxLength: 1, markup: "bold" } })).toContain(`${pigeon}capabilities.markup: `);
});

test.for([
  [{ edit: true }, "edit", "edit"],
  [{ remove: true }, "remove", "remove"],
  [{ typing: true }, "typing", "typing"],
  [{ buttons: true }, "buttons", "ask"],
  [{ media: ["image"] }, "media", "sendMedia"],
] as const)("a capability without its function is refused: %o", ([more, capability, member]) => {
  const capabilities = { maxLength: 20, ...more };
  expect(refusalOf({ capabilities })).toContain(
    `capabilities.${capability} is promised, but there is no function ${member}`,
  );
  expect(refusalOf({ capabilities, [member]: () => undefined })).toBe("");
});

test("an object of a class keeps its this, and nothing can be changed afterwards", async () => {
  class Loft {
    readonly name = "loft";
    readonly capabilities = { maxLength: 20 };
    #sent = 0;
    async connect(): Promise<void> {}
    disconnect(): void {}
    async send() {
      this.#sent += 1;
      return { ok: true, messageId: String(this.#sent) } as const;
    }
  }
  const labels: string[] = [];
  const watch = { run: <T>(label: string, work: () => T): T => (labels.push(label), work()) };
  const platform = platformOf(new Loft(), "birds", watch);
  const options = { signal: new AbortController().signal, isMarkup: false, replyTo: null };
  expect(await platform.send({ chatId: "a", threadId: null }, "coo", options)).toEqual({ ok: true, messageId: "1" });
  expect(labels).toEqual(["plugin birds, platform loft.send"]);
  expect(Object.isFrozen(platform)).toBe(true);
});

function birds(...names: readonly string[]) {
  return definePlugin({ register: (ctx) => names.forEach((name) => ctx.registerPlatform({ ...sound, name })) });
}

test("a plugin that registers one name twice does not load", async () => {
  await expect(createHarness(birds("owl", "owl"), { id: "birds" })).rejects.toThrow(
    'registerPlatform: plugin birds, platform "owl": it is registered twice',
  );
});

test("of two plugins with one platform the first has it, and a plugin that goes takes its platforms along", async () => {
  const first = (await createHarness(birds("owl"), { id: "first" })).registered;
  const second = (await createHarness(birds("owl", "crow"), { id: "second" })).registered;
  const names = () => settlePlatforms([first, second]).value.map((each) => [each.pluginId, each.platform.name]);
  expect(names()).toEqual([
    ["first", "owl"],
    ["second", "crow"],
  ]);
  expect(settlePlatforms([first, second]).warnings).toEqual([
    "Plugin second: its platform owl was left out, plugin first has it already",
  ]);
  clearRegistration(first);
  expect(names()).toEqual([
    ["second", "owl"],
    ["second", "crow"],
  ]);
});

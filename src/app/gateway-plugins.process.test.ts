import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { commandCall } from "../../tests/support/command-call.ts";
import { enabled, pluginFiles } from "../../tests/support/plugin-files.ts";
import type { CommandCall } from "../commands/command.ts";
import { noLog } from "../domain/log.ts";
import { openGatewayPlugins, type GatewayPlugins } from "./gateway-plugins.ts";
import { openSettings } from "./open-settings.ts";

function homeWith(files: Readonly<Record<string, string>>): string {
  const home = mkdtempSync(join(tmpdir(), "hermes-gateway-plugins-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), text);
  }
  return home;
}

/** Opens the plugins of a home as a gateway would, and lets `use` have them. */
async function opened(home: string, use: (plugins: GatewayPlugins) => Promise<void>): Promise<void> {
  const open = async (call: CommandCall): Promise<number> => {
    const settings = await openSettings(call.context);
    if (settings.kind === "refused") throw new Error(settings.message);
    const place = { call, opened: { ...settings, log: noLog }, cwd: home, platform: "gateway", mayAsk: false };
    const plugins = await openGatewayPlugins(place);
    try {
      await use(plugins);
    } finally {
      await plugins.close();
    }
    return 0;
  };
  await commandCall(open, { home });
}

const platform = (name: string): string => `ctx.registerPlatform({ name: "${name}", capabilities: { maxLength: 9 },
  connect: async () => {}, disconnect: () => {}, send: async () => ({ ok: true, messageId: null }) });`;

test("a gateway gets the platforms of its plugins, each name once, and is told what failed", async () => {
  const home = homeWith({
    "config.yaml": enabled("first", "second", "broken"),
    ...pluginFiles({
      first: { register: platform("owl") },
      second: { register: platform("owl") + platform("crow") },
      broken: { register: platform("No Name") },
      idle: { manifest: { provides: { platforms: ["raven"] } } },
    }),
  });
  await opened(home, async ({ platforms, couldBring, takeNotices, serveInject }) => {
    serveInject(() => true);
    expect(platforms.map(({ name }) => name)).toEqual(["owl", "crow"]);
    expect([couldBring("raven"), couldBring("owl"), couldBring("dove")]).toEqual(["idle", null, null]);
    expect(takeNotices()).toEqual([
      "Plugin second: its platform owl was left out, plugin first has it already",
      expect.stringContaining(
        'Plugin broken was not loaded: registerPlatform: plugin broken, platform "No Name": name: ',
      ),
    ]);
  });
});

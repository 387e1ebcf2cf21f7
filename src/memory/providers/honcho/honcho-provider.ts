import type { MemoryProvider } from "../../../domain/memory-provider.ts";
import { baseContextText } from "./base-context.ts";
import { createDialectic } from "./dialectic.ts";
import { type ConnectHoncho, connectHoncho } from "./honcho-client.ts";
import type { HonchoConfig, HonchoSettings } from "./honcho-config.ts";
import { createLine } from "./line.ts";
import { honchoToolSchemas, runHonchoTool } from "./honcho-tools.ts";
import { createOutbox } from "./outbox.ts";
import { staticBlock } from "./static-block.ts";

/** Memory kept by a Honcho server: it comes with each question, can be asked by tools, and learns from each turn. */
export function createHonchoProvider(config: HonchoConfig, connect: ConnectHoncho = connectHoncho): MemoryProvider {
  if (config.kind === "settings") return working(config.settings, connect);
  return { name: "honcho", isAvailable: () => false, unavailableReason: () => config.reason };
}

function working(settings: HonchoSettings, connect: ConnectHoncho): MemoryProvider {
  const line = createLine(settings, connect);
  const dialectic = createDialectic(settings);
  const outbox = createOutbox(settings);
  const isInjecting = settings.recallMode !== "tools";
  let turn = 0;
  let base = { text: "", turn: 0 };
  let shown = ""; // what the prompt already holds
  const refresh = async (): Promise<void> => {
    const context = await line.use((client) => client.context());
    if (context !== null) base = { text: baseContextText(context, settings.contextTokens), turn };
  };
  return {
    name: "honcho",
    promptSlot: "early",
    isAvailable: () => true,
    initialize: async (sessionId, context) => {
      line.bind(sessionId, context);
      if (isInjecting) await refresh();
    },
    systemPromptBlock: () => {
      if (line.isOff()) return null;
      shown = base.text;
      return staticBlock(settings.recallMode, base.text);
    },
    onTurnStart: (number) => void (turn = number),
    prefetch: async () => {
      if (!isInjecting || line.isOff()) return "";
      if (turn - base.turn >= settings.contextCadence && turn > 1) await refresh();
      const known = base.text === shown ? "" : base.text;
      return [line.takeNotice(), known, dialectic.supplement(turn)].filter((text) => text !== "").join("\n\n");
    },
    queuePrefetch: async (query) => {
      if (isInjecting) await line.use((client) => dialectic.consider(query, turn, client, base.text !== ""));
    },
    syncTurn: async (synced) => void (await line.use((client) => outbox.add(synced, client))),
    getToolSchemas: () => (settings.recallMode === "context" ? [] : honchoToolSchemas),
    handleToolCall: async (name, args) =>
      JSON.stringify(await line.answer((client) => runHonchoTool(name, args, client))),
    onMemoryWrite: async ({ target, action, content }) => {
      if (target === "user" && action === "add" && content !== null)
        await line.use((client) => client.conclude(content));
    },
    onSessionEnd: async () => void (await line.use((client) => outbox.flush(client))),
    onSessionSwitch: async (sessionId) => {
      await line.use((client) => outbox.flush(client));
      line.rebind(sessionId);
    },
    shutdown: async () => void (await line.use((client) => outbox.flush(client))),
  };
}

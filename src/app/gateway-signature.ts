import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import type { CommandCall } from "../commands/command.ts";
import type { InboundMessage } from "../domain/gateway-ledger.ts";
import type { Log } from "../domain/log.ts";
import type { ChatOverride, GatewaySettings } from "../surfaces/gateway/gateway-settings.ts";
import { readGatewaySettings } from "../surfaces/gateway/read-gateway-settings.ts";
import { canonicalJson } from "../text/canonical-json.ts";
import { openSettings, type OpenSettings } from "./open-settings.ts";

/** What the files say now of the sessions of chats; they may change while the gateway runs. */
export type ChatSettings = {
  /** Another one: a session that is open was made of other settings. */
  readonly signature: (message: InboundMessage) => Promise<string>;
  readonly overrideFor: (message: InboundMessage) => ChatOverride | undefined;
};

type Parts = { readonly call: CommandCall; readonly log: Log; readonly opened: OpenSettings };

/** Files are read again when they changed; ones that cannot be read leave all as it was. */
export function chatSettings({ call, log, opened }: Parts, gateway: GatewaySettings): ChatSettings {
  const files = ["config.yaml", ".env"].map((name) => join(opened.home.path, name));
  const state = { stamp: stampOf(files), base: baseOf(opened), gateway };
  const lookAgain = async (): Promise<void> => {
    const stamp = stampOf(files);
    if (stamp === state.stamp) return;
    state.stamp = stamp;
    const now = await openSettings(call.context);
    if (now.kind === "refused") return log("warning", "gateway.settings_unreadable", { why: now.message });
    state.base = baseOf(now);
    state.gateway = readGatewaySettings(now.settings, now.secrets.variable, now.home.profile).settings;
  };
  const overrideFor = (message: InboundMessage): ChatOverride | undefined => overrideIn(message, state.gateway);
  return {
    overrideFor,
    signature: async (message) => {
      await lookAgain();
      return `${state.base} ${JSON.stringify(overrideFor(message) ?? null)}`;
    },
  };
}

/** A thread has those of the chat it belongs to. */
function overrideIn(message: InboundMessage, { platforms }: GatewaySettings): ChatOverride | undefined {
  const chats = platforms.get(message.platform)?.chats;
  return chats?.get(message.threadId ?? "") ?? chats?.get(message.chatId);
}

/** How chats are served and shown is none of a session's business. */
function baseOf({ settings }: OpenSettings): string {
  const made = { ...settings, gateway: null, display: null };
  return createHash("sha256").update(canonicalJson(made)).digest("hex");
}

function stampOf(files: readonly string[]): string {
  return files
    .map((file) => statSync(file, { throwIfNoEntry: false }))
    .map((stats) => `${stats?.mtimeMs} ${stats?.size}`)
    .join();
}

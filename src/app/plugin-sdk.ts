/** What the entry of a plugin imports, and what its tests do. */
export { definePlugin } from "../plugins/plugin.ts";
export type {
  Completion,
  HookOptions,
  MemoryFactory,
  NamedThing,
  Plugin,
  PluginCommand,
  PluginContext,
  PluginTool,
} from "../plugins/plugin.ts";
export type { HookName } from "../plugins/hooks/hook-names.ts";
export type { HookAnswer, HookFunction, HookPayload } from "../plugins/hooks/payloads.ts";
export { createHarness, type Harness, type HarnessOptions } from "../plugins/test-harness.ts";
export type { PlatformBench } from "../plugins/platform-bench.ts";
export type { ContextEngine, CompressionProposal, CompressionRequest } from "../domain/context-engine.ts";
export type { InboundMessage } from "../domain/gateway-ledger.ts";
export type {
  ButtonPress,
  ChatAddress,
  ChatQuestion,
  ChatType,
  InboundMedia,
  LengthUnit,
  Markup,
  MediaKind,
  OutboundMedia,
  Platform,
  PlatformCapabilities,
  PlatformLink,
  PlatformMessage,
  ReplyQuote,
  SendOptions,
  SendResult,
} from "../domain/platform.ts";
export type { MemoryProvider } from "../domain/memory-provider.ts";
export type { WebAccess, WebAnswer, WebBackend, WebHit, WebPage } from "../domain/web-backend.ts";
export type { Message } from "../domain/message.ts";
export { fail, ok, type ToolOutcome } from "../domain/outcome.ts";
export { defineTool, type Tool, type ToolContext } from "../domain/tool.ts";
export type { EngineContext, EngineFactory } from "../domain/engine-context.ts";

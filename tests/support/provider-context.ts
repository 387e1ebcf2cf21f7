import type { ProviderContext } from "../../src/domain/memory-provider.ts";

/** A person alone at a command line, for whoever tests a memory provider. */
export const providerContext: ProviderContext = {
  home: "/home",
  cwd: "/code/atlas",
  platform: "cli",
  agentContext: "primary",
  profile: null,
  userId: null,
  chatId: null,
  threadId: null,
  sessionTitle: null,
  gatewaySessionKey: null,
  parentSessionId: null,
};

import type { GatewayLedger, InboundMessage } from "../../src/domain/gateway-ledger.ts";
import type { Log } from "../../src/domain/log.ts";
import type { ProcessIdentity } from "../../src/disk/process-identity.ts";
import type { Store } from "../../src/store/store.ts";
import { FakeClock } from "./fake-clock.ts";
import { fakeRng } from "./fake-rng.ts";
import { storeOptions, temporaryStore } from "./temporary-store.ts";

/** One database, and processes that open it, live and die as a test says. */
export function ledgerWorld() {
  const { path } = storeOptions();
  const clock = new FakeClock();
  const rng = fakeRng();
  const dead = new Set<number>();
  const logged: string[] = [];
  const stores: Store[] = [];
  const log: Log = (_level, event) => void logged.push(event);
  const isAlive = (pid: number): boolean => !dead.has(pid);
  const open = async (pid = 1, identity: Partial<ProcessIdentity> = {}): Promise<GatewayLedger> => {
    const self = { pid, startTime: "1", host: "here", ...identity };
    const store = await temporaryStore({ path, clock, rng, log, process: self, isAlive });
    stores.push(store);
    return store.gateway();
  };
  const close = (): void => stores.forEach((store) => store[Symbol.dispose]());
  return { path, clock, logged, open, kill: (pid: number) => void dead.add(pid), [Symbol.dispose]: close };
}

export function inbound(overrides: Partial<InboundMessage> = {}): InboundMessage {
  return {
    platform: "fake",
    receivedAtMs: 1_750_000_000_000,
    chatId: "c1",
    chatType: "dm",
    messageId: "m1",
    userId: "u1",
    text: "hello",
    threadId: null,
    scopeId: null,
    userName: "Ann",
    chatName: null,
    chatTopic: null,
    isBot: false,
    isOwn: false,
    isMention: true,
    media: [{ kind: "image", path: "/a.png", mime: "image/png", name: "a.png" }],
    mediaGroup: null,
    replyTo: { messageId: "m0", text: "before", author: null, isOwn: true },
    ...overrides,
  };
}

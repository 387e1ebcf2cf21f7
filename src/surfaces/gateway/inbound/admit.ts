import type { GatewayHooks } from "../../../domain/gateway-hooks.ts";
import type { GatewayLedger, InboundMessage } from "../../../domain/gateway-ledger.ts";
import type { Log } from "../../../domain/log.ts";
import { gatewayInboundPhrases as phrases } from "../../../text/phrases/gateway-inbound.ts";
import type { Arrival } from "../arrival.ts";
import type { GatewaySettings, PlatformSettings } from "../gateway-settings.ts";
import { authorise, personOf } from "./authorise.ts";
import type { Utterance } from "./fragments.ts";
import type { Ear } from "./heard.ts";
import { wordlessReason } from "./wordless-reason.ts";

export type AdmitDeps = {
  readonly settings: GatewaySettings;
  readonly pairing: Pick<GatewayLedger["pairing"], "isApproved" | "request">;
  readonly ear: Ear;
  readonly hook: GatewayHooks["beforeDispatch"];
  readonly signal: AbortSignal;
  /** A line for the chat a message came from. */
  readonly say: (message: InboundMessage, text: string) => Promise<unknown>;
  readonly log: Log;
};

export type Admission =
  | { readonly kind: "arrival"; readonly arrival: Arrival }
  | { readonly kind: "dropped"; readonly reason: string };

/** Whether a whole message comes in: is it for us, may this person speak, has a plugin something against it. */
export async function admit(said: Utterance, deps: AdmitDeps): Promise<Admission> {
  const { message, key } = said;
  const platform = deps.settings.platforms.get(message.platform);
  if (platform === undefined) return dropped("the platform is not served");
  if (isEmpty(message)) return dropped("nothing was said");
  if (!deps.ear.hears(message, key, platform)) return dropped("it does not speak to us");
  const authority = authorise(message, {
    platform,
    everywhere: deps.settings.allowed,
    isPaired: (userId) => deps.pairing.isApproved(message.platform, userId),
  });
  if (!authority.allowed) {
    if (authority.why === "sender") await greetStranger(message, platform, deps);
    return dropped(authority.why === "chat" ? "the chat is not allowed" : "the sender is not allowed");
  }
  deps.ear.follow(message);
  return dispatch(said, platform, deps);
}

async function dispatch({ key, message, rows }: Utterance, platform: PlatformSettings, deps: AdmitDeps) {
  const verdict = await deps.hook(message, deps.signal);
  if (verdict.kind === "skip") return dropped(`${verdict.by} keeps it back`);
  const person = personOf(message, platform);
  return { kind: "arrival", arrival: { sessionKey: key, message: verdict.message, rows, person } } as const;
}

/** In private, a person who may pair is told how, once; in groups a code would be everybody's. */
async function greetStranger(message: InboundMessage, platform: PlatformSettings, deps: AdmitDeps): Promise<void> {
  if (message.chatType !== "dm" || message.isBot || platform.stranger === "ignore") return;
  const answer = await deps.pairing.request(message.platform, message.userId, message.userName);
  if (answer.kind === "silent") return;
  try {
    await deps.say(message, phrases.pairing(deps.settings.profile, message.platform, answer.code));
  } catch (error) {
    deps.log("warning", "gateway.pairing_unsaid", { platform: message.platform, reason: wordlessReason(error) });
  }
}

function isEmpty({ text, media, replyTo }: InboundMessage): boolean {
  return text.trim() === "" && media.length === 0 && replyTo === null;
}

function dropped(reason: string): Admission & { readonly kind: "dropped" } {
  return { kind: "dropped", reason };
}

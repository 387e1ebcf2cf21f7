import { z } from "zod";
import type { Platform, PlatformCapabilities } from "../domain/platform.ts";
import { isRecord } from "../text/is-record.ts";
import { pluginsPhrases as say } from "../text/phrases/plugins.ts";
import { isFunction } from "./foreign.ts";
import { watchedObject, type Watch } from "./watch.ts";

const validName = /^[a-z0-9][a-z0-9_-]{0,31}$/;

/** Surfaces of our own: whoever speaks there is taken for somebody else. */
const ownSurfaces: readonly string[] = ["acp", "api_server", "cli", "cron", "dashboard", "gateway", "local"];

const possible = () => z.boolean().optional();

const CapabilitiesSchema = z.object({
  edit: possible(),
  remove: possible(),
  buttons: possible(),
  threads: possible(),
  typing: possible(),
  media: z.array(z.enum(["image", "audio", "video", "document"])).optional(),
  markup: z.enum(["plain", "markdown", "telegram-markdown", "slack", "html"]).optional(),
  maxLength: z.int().positive(),
  lengthUnit: z.enum(["codepoint", "utf16", "bytes"]).optional(),
  editMinIntervalMs: z.number().nonnegative().optional(),
});

const PlatformSchema = z.object({
  name: z.string().regex(validName, "use small letters, digits, - and _, at most 32"),
  label: z.string().min(1).optional(),
  account: z.string().min(1).optional(),
  capabilities: CapabilitiesSchema,
});

const neededMembers = ["connect", "disconnect", "send"] as const;
const otherMembers = ["edit", "remove", "typing", "sendMedia", "ask", "resolveChat", "showCommands"] as const;

/** Which function a capability promises. */
const promises: readonly (readonly [keyof PlatformCapabilities, (typeof otherMembers)[number]])[] = [
  ["edit", "edit"],
  ["remove", "remove"],
  ["typing", "typing"],
  ["buttons", "ask"],
  ["media", "sendMedia"],
];

/** A plugin's platform as the gateway wants it: checked, unchangeable, called under the watch; or an error that says why not. */
export function platformOf(given: Platform, pluginId: string, watch: Watch): Platform {
  const refuse = (why: string): never => {
    throw new Error(say.badPlatform(pluginId, nameIn(given), why));
  };
  const read = PlatformSchema.safeParse(given);
  if (!read.success) return refuse(mistakesIn(read.error));
  const { name, capabilities } = read.data;
  if (ownSurfaces.includes(name)) return refuse(say.platformIsOurs);
  for (const member of neededMembers) if (!isFunction(given[member])) return refuse(say.memberMissing(member));
  for (const member of otherMembers)
    if (given[member] !== undefined && !isFunction(given[member])) return refuse(say.memberNoFunction(member));
  for (const [capability, member] of promises)
    if (isPossible(capabilities[capability]) && given[member] === undefined)
      return refuse(say.capabilityUnkept(capability, member));
  const watched = watchedObject(given, `plugin ${pluginId}, platform ${name}`, watch);
  return Object.freeze({ ...read.data, ...membersOf(watched) });
}

/** Each is bound to what was given, for that may be an object of a class. */
function membersOf(platform: Platform) {
  const { connect, disconnect, send, edit, remove, typing, sendMedia, ask, resolveChat, showCommands } = platform;
  return { connect, disconnect, send, edit, remove, typing, sendMedia, ask, resolveChat, showCommands };
}

function isPossible(capability: PlatformCapabilities[keyof PlatformCapabilities]): boolean {
  return Array.isArray(capability) ? capability.length > 0 : capability === true;
}

function nameIn(given: unknown): string {
  const name = isRecord(given) ? given["name"] : undefined;
  return typeof name === "string" ? name : "";
}

function mistakesIn({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join(".") || "it"}: ${message}`).join("; ");
}

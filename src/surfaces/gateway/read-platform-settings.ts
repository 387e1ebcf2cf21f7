import type { Settings } from "../../config/schema/settings.ts";
import type { Variables } from "../../config/substitute.ts";
import { allowedPeople, type Finding, idsIn } from "./allowed-people.ts";
import type { ChatOverride, PlatformSettings, ResetPolicy } from "./gateway-settings.ts";

type Written = Settings["gateway"]["platforms"][string];

const minute = 60_000;
const hour = 60 * minute;

/** One platform of `gateway.platforms`, with what is said about it elsewhere. */
export function readPlatformSettings(
  name: string,
  settings: Settings,
  variable: Variables,
  find: Finding,
): PlatformSettings {
  const written = settings.gateway.platforms[name] ?? unwritten;
  return {
    name,
    extra: written.extra,
    allowed: allowedPeople(name, written, variable, find),
    allowedChats: idsIn(written.allowed_chats ?? []),
    stranger: written.unauthorized_dm_behavior ?? settings.unauthorized_dm_behavior,
    takesBots: written.allow_bots,
    needsMention: written.require_mention,
    freeChats: idsIn(written.free_response_chats ?? []),
    ...adminsOf(written),
    userCommands: new Set([...idsIn(written.user_allowed_commands ?? [])].map(commandName)),
    display: displayOf(name, settings),
    reset: resetOf(name, settings),
    chats: new Map(Object.entries(written.channel_overrides ?? {}).map(([chat, over]) => [chat, overrideOf(over)])),
  };
}

const unwritten: Written = { enabled: false, extra: {}, require_mention: true, allow_bots: false };

/** Who is named for one kind of chat only is the only one in the other kind too: nobody gains by changing the room. */
function adminsOf({ allow_admin_from: own, group_allow_admin_from: group }: Written) {
  const [admins, groupAdmins] = [own ?? group, group ?? own];
  return {
    admins: admins === undefined ? null : idsIn(admins),
    groupAdmins: groupAdmins === undefined ? null : idsIn(groupAdmins),
  };
}

function commandName(written: string): string {
  return written.replace(/^\//, "").toLowerCase();
}

function displayOf(name: string, { display }: Settings): PlatformSettings["display"] {
  const shown = display.platforms[name];
  return {
    streaming: shown?.streaming ?? false,
    toolProgress: shown?.tool_progress ?? "new",
    reasoning: shown?.reasoning === "on",
  };
}

function resetOf(name: string, { session_reset: general }: Settings): ResetPolicy {
  const own = general.by_platform[name];
  const mode = own?.mode ?? general.mode;
  const idle = mode === "idle" || mode === "both";
  const daily = mode === "daily" || mode === "both";
  return {
    idleMs: idle ? (own?.idle_minutes ?? general.idle_minutes) * minute : null,
    atHour: daily ? (own?.at_hour ?? general.at_hour) : null,
    processMaxAgeMs: general.bg_process_max_age_hours * hour,
  };
}

function overrideOf(written: NonNullable<Written["channel_overrides"]>[string]): ChatOverride {
  return {
    model: textOrNull(written.model),
    provider: textOrNull(written.provider),
    systemPrompt: textOrNull(written.system_prompt),
  };
}

function textOrNull(text: string | undefined): string | null {
  return text === undefined || text.trim() === "" ? null : text;
}

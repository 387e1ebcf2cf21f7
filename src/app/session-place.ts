import { homedir } from "node:os";
import type { SessionDeps } from "../session/session-deps.ts";
import type { SessionScope } from "../store/store.ts";
import type { Opened, SessionRequest } from "./session-request.ts";

/** Where a session is at home, and who speaks in it. */
export function sessionPlace(request: SessionRequest, opened: Opened, cwd: string): SessionDeps["place"] {
  const { call, options, speaker = null } = request;
  const { home, settings } = opened;
  return {
    home: home.path,
    userHome: call.context.env["HOME"] ?? homedir(),
    contextFileChars: settings.context_file_max_chars,
    cwd,
    source: options.source ?? "cli",
    toolsets: options.toolsets ?? settings.toolsets,
    timezone: settings.timezone === "" ? "system" : settings.timezone,
    version: call.context.version,
    passSessionId: options.passSessionId,
    speaker,
  };
}

/** Which conversations it may look into; null: all of them. */
export function sessionScope({ speaker = null }: SessionRequest): SessionScope | null {
  return speaker === null ? null : { userId: speaker.userId, chatId: speaker.chatId };
}

import { gatewayTalksPhrases as say } from "../../../text/phrases/gateway-talks.ts";
import type { Talk } from "./talk.ts";

/** The title that was wished for before there was a row to be named. */
export async function nameSession(talk: Talk, sessionId: string): Promise<void> {
  const title = talk.wantedTitle;
  talk.wantedTitle = null;
  if (title === null) return;
  const named = await talk.common.world.store.sessions.rename(sessionId, title);
  if (named === "taken") await talk.say(say.titleTaken(title));
}

import type { Variables } from "../../config/substitute.ts";
import { gatewayInboundPhrases as phrases } from "../../text/phrases/gateway-inbound.ts";
import type { AllowedPeople } from "./gateway-settings.ts";

/** Takes a sentence for whoever starts the gateway. */
export type Finding = (warning: string) => void;

type Written = {
  readonly allowed_users?: readonly string[] | undefined;
  readonly allow_all_users?: boolean | undefined;
};

const prefixOf = (platform: string): string => platform.toUpperCase().replaceAll("-", "_");
export const allowedUsersVariable = (platform: string): string => `${prefixOf(platform)}_ALLOWED_USERS`;

/** Who may speak: config.yaml, then `<PLATFORM>_ALLOWED_USERS` and `<PLATFORM>_ALLOW_ALL_USERS`. */
export function allowedPeople(platform: string, written: Written, variable: Variables, find: Finding): AllowedPeople {
  const [list, all] = [allowedUsersVariable(platform), `${prefixOf(platform)}_ALLOW_ALL_USERS`];
  const users = idsIn(written.allowed_users ?? [variable(list) ?? ""]);
  if (users.delete("*")) {
    find(phrases.star(written.allowed_users === undefined ? list : `gateway.platforms.${platform}.allowed_users`));
  }
  return { everybody: written.allow_all_users ?? flagIn(all, variable, find), users };
}

/** Words of a list, each of which may be several with commas between them. */
export function idsIn(words: readonly string[]): Set<string> {
  return new Set(
    words
      .flatMap((word) => word.split(","))
      .map((word) => word.trim())
      .filter((word) => word !== ""),
  );
}

/** What is neither yes nor no lets nobody in. */
function flagIn(name: string, variable: Variables, find: Finding): boolean {
  const value = variable(name)?.trim().toLowerCase() ?? "";
  if (["true", "yes", "on", "1"].includes(value)) return true;
  if (!["", "false", "no", "off", "0"].includes(value)) find(phrases.badFlag(name));
  return false;
}

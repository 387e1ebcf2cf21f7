import type { Client, ResponseCacheStore } from "@modelcontextprotocol/client";
import { pathToFileURL } from "node:url";
import type { Asking } from "./requests/asking.ts";
import { answerElicitation } from "./requests/elicitation.ts";
import { answerSampling } from "./requests/sampling.ts";
import type { Sdk } from "./sdk.ts";
import type { McpServerSettings } from "./server-settings.ts";
import type { McpWorld } from "./world.ts";

export type ClientParts = {
  readonly name: string;
  readonly settings: McpServerSettings;
  readonly world: McpWorld;
  readonly sdk: Sdk;
  /** The call that runs right now. */
  readonly asking: () => Asking | null;
};

/** The library's own timers are not ours: limits come as signals. */
export const noLimit = 2_147_483_647;

/** A client that answers what servers may ask of us. */
export function newClient({ name, settings, world, sdk, asking }: ClientParts): Client {
  const { sample } = world;
  const client = new sdk.Client(
    { name: "hermes", version: world.version },
    {
      capabilities: {
        roots: {},
        ...(settings.sampling && sample !== null ? { sampling: {} } : {}),
        ...(settings.elicitation ? { elicitation: { form: {} } } : {}),
      },
      responseCacheStore: keepsNothing,
    },
  );
  const roots = [{ uri: pathToFileURL(world.workspace).href, name: "workspace" }];
  client.setRequestHandler("roots/list", () => ({ roots }));
  if (settings.elicitation)
    client.setRequestHandler("elicitation/create", ({ params }) =>
      answerElicitation(params, { server: name, asking: asking() }),
    );
  if (settings.sampling && sample !== null)
    client.setRequestHandler("sampling/createMessage", ({ params }) =>
      answerSampling(params, { server: name, asking: asking(), sample }),
    );
  return client;
}

/** Without remembered schemas no result is thrown away for missing its own. */
const keepsNothing: ResponseCacheStore = {
  get: () => undefined,
  set: () => 0,
  delete: () => undefined,
  evict: () => undefined,
  clear: () => undefined,
};

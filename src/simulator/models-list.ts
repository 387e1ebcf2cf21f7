import { knownModels } from "./model-profiles.ts";
import type { SimulatorRequest } from "./wire.ts";

const createdSeconds = 1_750_000_000;

/** The models there are, in the shape of the vendor that the request's headers speak to. */
export function modelsList({ headers }: SimulatorRequest, offered: readonly string[] | undefined): object {
  const ids = offered ?? knownModels;
  if (headers["anthropic-version"] === undefined) {
    return {
      object: "list",
      data: ids.map((id) => ({ id, object: "model", created: createdSeconds, owned_by: "simulator" })),
    };
  }
  const created_at = new Date(createdSeconds * 1_000).toISOString();
  return {
    data: ids.map((id) => ({ type: "model", id, display_name: id, created_at })),
    has_more: false,
    first_id: ids.at(0) ?? null,
    last_id: ids.at(-1) ?? null,
  };
}

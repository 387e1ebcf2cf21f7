import { defaultIdentity } from "../../text/default-identity.ts";
import type { PromptLayer } from "../layer.ts";

export const identityLayer: PromptLayer = {
  id: "identity",
  render: ({ soul }) => (soul === null || soul.trim() === "" ? defaultIdentity : soul),
};

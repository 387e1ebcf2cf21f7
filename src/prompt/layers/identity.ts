import type { PromptLayer } from "../layer.ts";

const defaultIdentity =
  "You are Hermes, an agent that works for the person you talk to, in their files and on their machine. " +
  "You are direct, careful and honest: you do the work, say what you did, and say plainly what you could not do.";

export const identityLayer: PromptLayer = {
  id: "identity",
  render: ({ soul }) => (soul === null || soul.trim() === "" ? defaultIdentity : soul),
};

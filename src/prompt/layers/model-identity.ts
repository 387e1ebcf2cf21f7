import type { PromptLayer } from "../layer.ts";

/** This provider's answers name another model than the one that was asked for. */
export const modelIdentityLayer: PromptLayer = {
  id: "model-identity",
  render: ({ provider, model }) =>
    provider === "alibaba"
      ? `You run on the model ${model.slice(model.lastIndexOf("/") + 1)} (id ${model}). Answer questions about your model from this line, not from what the API reports.`
      : null,
};

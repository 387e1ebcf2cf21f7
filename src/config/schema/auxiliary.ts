import { z } from "zod";
import { amount, anything, flag, positive, shared, text } from "./leaves.ts";
import { apiMode, fallback } from "./model.ts";
import { section } from "./section.ts";

const task = shared(() =>
  z.object({
    provider: text(),
    model: text(),
    base_url: text(),
    api_key: text(),
    key_env: text(),
    api_mode: apiMode(),
    timeout: amount(),
    extra_body: anything(),
    reasoning_effort: text(),
    max_concurrency: positive().optional(),
    fallback_chain: z.array(fallback().extend({ timeout: amount().optional() })),
  }),
);

const within = (timeout: number): z.output<ReturnType<typeof task>> => ({
  provider: "auto",
  model: "",
  base_url: "",
  api_key: "",
  key_env: "",
  api_mode: "auto",
  timeout,
  extra_body: {},
  reasoning_effort: "",
  fallback_chain: [],
});

/** The side models, one per task. */
export const auxiliarySections = {
  auxiliary: section(
    () =>
      z.object({
        transient_retries: z.int().min(0).max(6),
        vision: task(),
        compression: task(),
        web_extract: task(),
        approval: task(),
        title_generation: task().extend({ prefer_fast_model: flag() }),
        session_search: task(),
        skills_hub: task(),
        mcp: task(),
        background_review: task().extend({ enabled: flag() }),
        memory_query_rewrite: task(),
        goal_judge: task(),
      }),
    {
      transient_retries: 2,
      vision: within(120),
      compression: within(120),
      web_extract: within(360),
      approval: within(30),
      title_generation: { ...within(30), prefer_fast_model: false },
      session_search: within(30),
      skills_hub: within(30),
      mcp: within(30),
      background_review: { ...within(120), enabled: true },
      memory_query_rewrite: within(8),
      goal_judge: within(60),
    },
  ),
};

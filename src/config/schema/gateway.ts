import { z } from "zod";
import { anything, count, flag, named, oneOf, positive, text, words } from "./leaves.ts";
import { section } from "./section.ts";

const stranger = () => oneOf("pair", "ignore");
const resetMode = () => oneOf("none", "idle", "daily", "both");

/** Loose: each platform adds keys of its own. */
const platform = () =>
  z.looseObject({
    enabled: flag().default(false),
    extra: anything().default({}),
    unauthorized_dm_behavior: stranger().optional(),
    allowed_users: words().optional(),
    allow_all_users: flag().optional(),
    allowed_chats: words().optional(),
    require_mention: flag().default(true),
    free_response_chats: words().optional(),
    allow_bots: flag().default(false),
    allow_admin_from: words().optional(),
    group_allow_admin_from: words().optional(),
    user_allowed_commands: words().optional(),
    channel_overrides: named(chat()).optional(),
  });

/** What is different in one chat of a platform. */
const chat = () =>
  z.object({ model: text().optional(), provider: text().optional(), system_prompt: text().optional() });

const reset = () =>
  z.object({
    mode: resetMode().optional(),
    idle_minutes: positive().optional(),
    at_hour: z.int().min(0).max(23).optional(),
  });

export const gatewaySections = {
  gateway: section(
    () =>
      z.object({
        platforms: named(platform()),
        delivery_ledger: flag(),
        max_concurrent_turns: positive(),
        max_inbound_media_bytes: positive(),
        api_server: z.object({
          enabled: flag(),
          port: z.int().min(0).max(65_535),
          host: text(),
          key: text(),
          cors_origins: words(),
          model_name: text(),
          max_concurrent_runs: positive(),
        }),
      }),
    {
      platforms: {},
      delivery_ledger: true,
      max_concurrent_turns: 16,
      max_inbound_media_bytes: 134_217_728,
      api_server: {
        enabled: false,
        port: 8_642,
        host: "127.0.0.1",
        key: "",
        cors_origins: [],
        model_name: "",
        max_concurrent_runs: 10,
      },
    },
  ),
  group_sessions_per_user: section(flag, true),
  thread_sessions_per_user: section(flag, false),
  session_reset: section(
    () =>
      z.object({
        mode: resetMode(),
        idle_minutes: positive(),
        at_hour: z.int().min(0).max(23),
        bg_process_max_age_hours: count(),
        by_platform: named(reset()),
      }),
    { mode: "none", idle_minutes: 1_440, at_hour: 4, bg_process_max_age_hours: 24, by_platform: {} },
  ),
  unauthorized_dm_behavior: section(stranger, "pair"),
  sessions: section(() => z.object({ auto_prune: flag(), retention_days: positive() }), {
    auto_prune: false,
    retention_days: 90,
  }),
  cron: section(anything, {}),
};

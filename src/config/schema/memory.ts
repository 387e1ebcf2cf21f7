import { z } from "zod";
import { anything, count, flag, named, oneOf, positive, text, words } from "./leaves.ts";
import { section } from "./section.ts";

export const memorySections = {
  memory: section(
    () =>
      z.object({
        memory_enabled: flag(),
        user_profile_enabled: flag(),
        memory_char_limit: positive(),
        user_char_limit: positive(),
        nudge_interval: count(),
        flush_min_turns: count(),
        write_approval: flag(),
        provider: text(),
        recall_replay: oneOf("exact", "current_only"),
      }),
    {
      memory_enabled: true,
      user_profile_enabled: true,
      memory_char_limit: 2_200,
      user_char_limit: 1_375,
      nudge_interval: 10,
      flush_min_turns: 0,
      write_approval: false,
      provider: "",
      recall_replay: "exact",
    },
  ),
  skills: section(
    () =>
      z.object({
        disabled: words(),
        platform_disabled: named(words()),
        external_dirs: words(),
        trusted_project_dirs: words(),
        project_discovery: flag(),
        template_vars: flag(),
        inline_shell: flag(),
        inline_shell_timeout: positive(),
        guard_agent_created: flag(),
        write_approval: flag(),
        creation_nudge_interval: count(),
        config: anything(),
      }),
    {
      disabled: [],
      platform_disabled: {},
      external_dirs: [],
      trusted_project_dirs: [],
      project_discovery: true,
      template_vars: true,
      inline_shell: false,
      inline_shell_timeout: 10,
      guard_agent_created: false,
      write_approval: false,
      creation_nudge_interval: 10,
      config: {},
    },
  ),
};

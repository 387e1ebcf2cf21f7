export type Strength = "strong" | "weak";

/** From which scope on a class counts. */
type Level = "base" | "context" | "strict";

export type InjectionClass = {
  readonly id: string;
  readonly level: Level;
  readonly strength: Strength;
  /** Also looked for where digits and signs stand for letters. */
  readonly leet?: true;
  /** A persona file is meant to do this. */
  readonly persona?: true;
};

/** Every class, in the order in which ids are listed. Invisible characters stand at their place under one name. */
export const injectionClasses: readonly InjectionClass[] = [
  { id: "prompt_injection", level: "base", strength: "strong", leet: true },
  { id: "disregard_rules", level: "base", strength: "strong", leet: true },
  { id: "sys_prompt_override", level: "base", strength: "strong", leet: true },
  { id: "bypass_restrictions", level: "base", strength: "strong", leet: true },
  { id: "deception_hide", level: "base", strength: "strong", leet: true },
  { id: "html_comment_injection", level: "base", strength: "strong" },
  { id: "hidden_div", level: "base", strength: "strong" },
  { id: "translate_execute", level: "base", strength: "strong" },
  { id: "exfil_curl", level: "base", strength: "strong" },
  { id: "exfil_wget", level: "base", strength: "strong" },
  { id: "exfil_other", level: "base", strength: "strong" },
  { id: "read_secrets", level: "base", strength: "strong" },
  { id: "invisible_unicode", level: "base", strength: "strong" },
  { id: "role_hijack", level: "context", strength: "strong", persona: true },
  { id: "identity_override", level: "context", strength: "strong", persona: true },
  { id: "role_pretend", level: "context", strength: "weak", persona: true },
  { id: "fake_update", level: "context", strength: "weak", persona: true },
  { id: "leak_system_prompt", level: "context", strength: "weak" },
  { id: "remove_filters", level: "context", strength: "weak" },
  { id: "c2_node_registration", level: "context", strength: "weak" },
  { id: "c2_heartbeat", level: "context", strength: "weak" },
  { id: "c2_task_pull", level: "context", strength: "weak" },
  { id: "c2_network_connect", level: "context", strength: "weak" },
  { id: "forced_action", level: "context", strength: "weak" },
  { id: "known_c2_framework", level: "context", strength: "weak" },
  { id: "c2_explicit", level: "context", strength: "weak" },
  { id: "anti_forensic", level: "context", strength: "weak" },
  { id: "anti_forensic_disk", level: "context", strength: "weak" },
  { id: "env_var_unset_agent", level: "context", strength: "strong" },
  { id: "send_to_url", level: "strict", strength: "strong" },
  { id: "context_exfil", level: "strict", strength: "strong" },
  { id: "ssh_backdoor", level: "strict", strength: "strong" },
  { id: "ssh_access", level: "strict", strength: "strong" },
  { id: "hermes_env", level: "strict", strength: "strong" },
  { id: "agent_config_mod", level: "strict", strength: "strong" },
  { id: "hermes_config_mod", level: "strict", strength: "strong" },
  { id: "hardcoded_secret", level: "strict", strength: "strong" },
];

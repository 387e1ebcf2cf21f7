import { z } from "zod";
import { amount, autoOr, count, flag, named, oneOf, positive, text, words } from "./leaves.ts";
import { section } from "./section.ts";

const mcpServer = () =>
  z.object({
    command: text().optional(),
    args: words().default([]),
    env: named(text()).default({}),
    url: text().optional(),
    headers: named(text()).default({}),
    enabled: flag().default(true),
    timeout: amount().default(300),
    connect_timeout: amount().default(60),
    supports_parallel_tool_calls: flag().default(false),
    tools: z
      .object({
        include: words().optional(),
        exclude: words().optional(),
        resources: flag().optional(),
        prompts: flag().optional(),
      })
      .default({}),
    instructions: flag().default(false),
    trust: oneOf("full", "untrusted").default("full"),
    auth: oneOf("oauth").optional(),
    oauth: z
      .object({
        client_id: text().optional(),
        client_secret: text().optional(),
        scope: text().optional(),
        redirect_port: z.int().min(1).max(65_535).optional(),
        client_metadata_url: text().optional(),
        allow_issuer_mismatch: flag().optional(),
      })
      .default({}),
    sampling: flag().default(false),
    elicitation: flag().default(true),
  });

export const toolSections = {
  terminal: section(
    () =>
      z.object({
        backend: oneOf("auto", "local", "bubblewrap", "docker", "ssh"),
        sandbox_network: flag(),
        sandbox_caches: words(),
        cwd: text(),
        timeout: positive(),
        max_foreground_timeout: positive(),
        shell: text(),
        env_passthrough: words(),
        docker_image: text(),
        docker_volumes: words(),
        docker_env: named(text()),
        docker_forward_env: words(),
        docker_network: flag(),
        docker_extra_args: words(),
        docker_mount_cwd_to_workspace: flag(),
        docker_run_as_host_user: flag(),
        container_cpu: z.number().positive(),
        container_memory: positive(),
        container_disk: positive(),
        container_persistent: flag(),
        ssh_host: text(),
        ssh_user: text(),
        ssh_port: z.int().min(1).max(65_535),
        ssh_key: text(),
      }),
    {
      backend: "auto",
      sandbox_network: true,
      sandbox_caches: [],
      cwd: ".",
      timeout: 180,
      max_foreground_timeout: 600,
      shell: "auto",
      env_passthrough: [],
      docker_image: "nikolaik/python-nodejs:python3.13-nodejs24",
      docker_volumes: [],
      docker_env: {},
      docker_forward_env: [],
      docker_network: true,
      docker_extra_args: [],
      docker_mount_cwd_to_workspace: false,
      docker_run_as_host_user: false,
      container_cpu: 1,
      container_memory: 5_120,
      container_disk: 51_200,
      container_persistent: true,
      ssh_host: "",
      ssh_user: "",
      ssh_port: 22,
      ssh_key: "",
    },
  ),
  tool_output: section(() => z.object({ max_bytes: positive(), max_lines: positive(), max_line_length: positive() }), {
    max_bytes: 50_000,
    max_lines: 2_000,
    max_line_length: 2_000,
  }),
  tool_budget: section(
    () =>
      z.object({
        result_size_chars: positive(),
        turn_size_chars: positive(),
        mcp_result_size_chars: positive(),
        preview_size_chars: positive(),
      }),
    {
      result_size_chars: 100_000,
      turn_size_chars: 200_000,
      mcp_result_size_chars: 50_000,
      preview_size_chars: 1_500,
    },
  ),
  timeouts: section(() => z.object({ tools: z.object({ concurrent_batch: amount(), sequential_call: amount() }) }), {
    tools: { concurrent_batch: 420, sequential_call: 420 },
  }),
  file_read_max_chars: section(positive, 100_000),
  code_execution: section(
    () =>
      z.object({
        mode: oneOf("project", "strict"),
        timeout: positive(),
        max_tool_calls: positive(),
        language: oneOf("auto", "python", "javascript"),
      }),
    { mode: "project", timeout: 300, max_tool_calls: 50, language: "auto" },
  ),
  web: section(
    () =>
      z.object({
        backend: text(),
        search_backend: text(),
        extract_backend: text(),
        extract_char_limit: positive(),
      }),
    { backend: "", search_backend: "", extract_backend: "auto", extract_char_limit: 15_000 },
  ),
  mcp_servers: section(() => named(mcpServer()), {}),
  tools: section(
    () => z.object({ tool_search: z.object({ enabled: autoOr(flag()), threshold_pct: z.number().min(0).max(100) }) }),
    { tool_search: { enabled: "auto", threshold_pct: 5 } },
  ),
  checkpoints: section(
    () =>
      z.object({
        enabled: autoOr(flag()),
        max_snapshots: positive(),
        max_total_size_mb: positive(),
        max_file_size_mb: positive(),
        retention_days: count(),
      }),
    { enabled: "auto", max_snapshots: 20, max_total_size_mb: 500, max_file_size_mb: 10, retention_days: 7 },
  ),
};

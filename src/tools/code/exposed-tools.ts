/** What a program may call, with its parameters in the order in which they can be given without names. */
const exposedTools: Readonly<Record<string, readonly string[]>> = {
  web_search: ["query", "limit"],
  web_extract: ["urls", "char_limit"],
  read_file: ["path", "offset", "limit"],
  write_file: ["path", "content"],
  search_files: ["pattern", "target", "path", "file_glob", "limit", "offset", "output_mode", "context"],
  patch: ["path", "old_string", "new_string", "replace_all", "mode", "patch"],
  terminal: ["command", "timeout", "workdir"],
};

/** Those of them that this session has. */
export function exposedOf(enabled: readonly string[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(exposedTools).filter(([name]) => enabled.includes(name)));
}

const agents =
  /^(?:SSH_AUTH_SOCK|SSH_AGENT_PID|GPG_AGENT_INFO|DBUS_.*|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DOCKER_HOST)$/;
const places = new Set(["TMPDIR", "TMP", "TEMP", "XDG_RUNTIME_DIR"]); // folders that are not there inside

/** Without the ways to programs that hold keys or act for the person, and with the sandbox's own /tmp. */
export function sandboxEnvironment(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !agents.test(name) && !places.has(name)));
}

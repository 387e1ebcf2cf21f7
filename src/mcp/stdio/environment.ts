type Environment = Readonly<Record<string, string | undefined>>;

const handedOn = /^(?:PATH|HOME|USER|LANG|LC_.*|TERM|SHELL|TMPDIR|XDG_.*)$/u;
const onWindows =
  /^(?:PATHEXT|SYSTEMROOT|SYSTEMDRIVE|COMSPEC|TEMP|TMP|APPDATA|LOCALAPPDATA|PROGRAMFILES|USERNAME|USERPROFILE|HOMEDRIVE|HOMEPATH)$/iu;

/** What a server's process sees of our environment: no more than it takes to run, and what its entry says. */
export function serverEnvironment(
  ours: Environment,
  configured: Readonly<Record<string, string>>,
  platform: NodeJS.Platform,
): Record<string, string> {
  const isHandedOn = (name: string): boolean =>
    handedOn.test(name) || (platform === "win32" && (onWindows.test(name) || handedOn.test(name.toUpperCase())));
  const kept = Object.entries(ours).flatMap(([name, value]) =>
    value !== undefined && isHandedOn(name) ? [[name, value] as const] : [],
  );
  return { ...Object.fromEntries(kept), ...configured };
}

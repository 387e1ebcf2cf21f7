const foreign = /^(?:BASH_FUNC_.*|BASH_ENV|ENV)$/s;

/** Of what earlier commands exported, nothing that would run in a shell which holds a password: nobody sees it asked. */
export function sudoEnvironment(env: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !foreign.test(name)));
}

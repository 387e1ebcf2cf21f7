function count(many: number, what: string): string {
  return many === 1 ? `1 ${what}` : `${many} ${what}s`;
}

function brings(platforms: readonly string[]): string {
  return `brings the ${platforms.length === 1 ? "platform" : "platforms"} ${platforms.join(", ")}`;
}

/** What is said about plugins and shell hooks. One line each. */
export const pluginsPhrases = {
  reservedEngine: (name: string) => `the engine name "${name}" is reserved for the built-in one`,
  badRange: (range: string) => `apiVersion: "${range}" is no range of versions`,
  otherApi: (range: string, ours: string) => `apiVersion: it needs ${range}, this program offers ${ours}`,
  unreadable: (why: string) => `its manifest cannot be read: ${why}`,
  tooLong: (bytes: number) => `it is longer than ${bytes} bytes`,
  notAFile: "it is not a regular file",
  isDisabled: "it stands in plugins.disabled",
  notEnabled: "it is not in plugins.enabled",
  projectUntrusted:
    "its repository is not trusted: name it in skills.trusted_project_dirs or set HERMES_ENABLE_PROJECT_PLUGINS=1",
  shadowed: (folder: string) => `${folder} has the same id and comes first`,
  notTheEngine: "context.engine names another engine",
  notTheMemory: "memory.provider names another provider",
  noSuch: (id: string) => `plugins.enabled names "${id}", but no plugin of that id is installed`,

  commandFailed: (id: string, name: string, why: string) => `Plugin ${id}: ${name} failed: ${why}`,
  commandOff: (id: string, name: string) =>
    `Plugin ${id}: ${name} failed three times in a row and is off for this session`,
  commandTaken: (id: string, name: string, owner: string) =>
    `Plugin ${id}: its command /${name} was left out, the name belongs to ${owner === "" ? "a built-in command" : owner}`,
  commandSummary: (summary: string, id: string) => `${summary} (plugin ${id})`,
  noText: "it returned something that is no text",
  skipped: (id: string, why: string) => `Plugin ${id} was not loaded: ${why}`,
  brokenFolder: (folder: string, why: string) => `The plugin in ${folder} was skipped: ${why}`,
  entryOutside: (entry: string) => `entry: ${entry} is not a file inside the plugin's folder`,
  entryKind: (entry: string) => `entry: ${entry} must end in .js, .mjs or .ts`,
  npmShipsJavaScript: (entry: string) =>
    `entry: ${entry} is TypeScript, but plugins from npm ship JavaScript: Node strips no types under node_modules`,
  noRegister: "its default export has no register function; use definePlugin({ register(ctx) { … } })",
  registerLate: (seconds: number) => `register did not finish within ${seconds} s`,
  missingVariables: (names: readonly string[]) => `these variables are not set: ${names.join(", ")}`,
  badConfig: (id: string, why: string) => `plugins.entries.${id}: ${why}`,
  badConfigSchema: (why: string) => `configSchema cannot be used: ${why}`,
  openCapabilities: (id: string, names: readonly string[]) =>
    `Plugin ${id} asks for ${names.join(", ")}, which stays off; \`hermes plugins enable ${id}\` asks you`,

  providerUndeclared: (name: string) =>
    `registerProvider: ${JSON.stringify(name)} does not stand in provides.providers of the manifest; models are chosen before plugins run`,
  providerBuiltIn: (id: string, provider: string) =>
    `Plugin ${id}: its provider ${provider} was left out, the name belongs to a built-in provider`,
  providerClaimed: (id: string, provider: string, first: string) =>
    `Plugin ${id}: its provider ${provider} was left out, plugin ${first} has it already`,
  providerKeys: (id: string, provider: string, variables: readonly string[]) =>
    `Plugin ${id}: its provider ${provider} gets no key, since nobody agreed to ${variables.map((name) => `secrets.read:${name}`).join(", ")}; \`hermes plugins enable ${id}\` asks you`,

  unknownTask: (task: string, tasks: readonly string[]) =>
    `there is no side task ${JSON.stringify(task)}; use one of ${tasks.join(", ")}`,
  needsCapability: (name: string) => `this needs the capability ${name}, which was not granted`,
  noSessionYet: "this is possible once the session is open",
  registrationOver: "registering is only possible while register runs",
  badToolName: (name: string) => `a tool cannot be called ${JSON.stringify(name)}`,
  badParameters: (tool: string, why: string) => `the parameters of ${tool} are no JSON Schema that can be used: ${why}`,
  badRegistration: (what: string, why: string) => `${what}: ${why}`,
  badPlatform: (id: string, name: string, why: string) =>
    `registerPlatform: plugin ${id}, platform ${JSON.stringify(name)}: ${why}`,
  platformIsOurs: "the name belongs to a surface of this program",
  platformTwice: "it is registered twice",
  memberMissing: (member: string) => `the function ${member} is missing`,
  memberNoFunction: (member: string) => `${member} is no function`,
  capabilityUnkept: (capability: string, member: string) =>
    `capabilities.${capability} is promised, but there is no function ${member}`,
  platformClaimed: (id: string, platform: string, first: string) =>
    `Plugin ${id}: its platform ${platform} was left out, plugin ${first} has it already`,
  unknownHook: (name: string) => `there is no hook called ${JSON.stringify(name)}`,
  skillDirOutside: (path: string) => `${path} is not a folder inside the plugin's own`,
  sectionTooLong: (most: number) => `a prompt section has at most ${most} characters`,
  sectionsTooLong: (id: string, most: number) =>
    `Plugin ${id}: its prompt section was left out, all sections together have at most ${most} characters`,
  toolTaken: (id: string, tool: string) =>
    `Plugin ${id}: its tool ${tool} was left out, the name belongs to a built-in tool`,
  secondEngine: (second: string, first: string) =>
    `Plugin ${second} registers a context engine, but ${first} already has; the second is refused`,
  refusedEngine: (id: string, name: string) =>
    `Plugin ${id} claims the context engine name "${name}", which is reserved; it is refused`,
  secondMemory: (second: string, first: string) =>
    `Plugin ${second} registers a memory provider, but ${first} already has; the second is refused`,
  engineNotFound: (name: string, why: string | null) =>
    `Context engine '${name}' not found — using compressor${why === null ? "" : ` (${why})`}`,
  noWebBackend: (id: string, name: string) =>
    `Plugin ${id} offers the web backend ${name} without search() or requiresEnv; it is not used.`,
  notAnEngine: "it is no context engine: compress, shouldCompress and updateFromResponse are needed",
  calledOtherwise: (name: string) => `it calls itself ${JSON.stringify(name)}`,
  brokenFactory: (what: string, id: string, why: string) => `The ${what} of plugin ${id} cannot be made: ${why}`,

  hookDisabled: (owner: string, hook: string, why: string) =>
    `${owner}: its hook ${hook} failed three times in a row and is off for this session (last: ${why})`,
  hookOff: "it is off after three failures",
  hookLate: (seconds: number) => `no answer within ${seconds} s`,
  failedClosed: (owner: string, hook: string, why: string) =>
    `${owner} guards this call and could not answer (${hook}: ${why}), so the call is blocked`,
  stalled: (what: string, seconds: number) => `${what} blocked the program for ${seconds} s`,

  hookUntrusted: (event: string, command: string) =>
    `The shell hook for ${event} was not run, nobody has agreed to it: ${command} (see \`hermes hooks trust\`)`,
  hookChanged: "nobody has agreed to the command and its files as they are now; see `hermes hooks trust`",
  badMatcher: (matcher: string) => `matcher: ${JSON.stringify(matcher)} is no regular expression`,
  badHook: (event: string, why: string) => `hooks.${event}: ${why}`,
  askHook: (event: string, command: string) => `Run this for ${event} from now on?\n  ${command}\n[y/N] `,

  noManifest: "it is no plugin: neither package.json with a hermes entry nor plugin.yaml is there",
  otherId: (id: string, wanted: string) => `it is the plugin ${id}, not ${wanted}`,
  alreadyThere: (id: string) => `the plugin ${id} is there already; \`hermes plugins update ${id}\` renews it`,
  badSpec: (spec: string) => `"${spec}" is neither a package, nor a git address, nor a folder that exists`,
  notInstalled: (id: string) => `No plugin "${id}" is installed; \`hermes plugins list\` shows them`,
  notOurs: (id: string, source: string) => `The plugin ${id} comes from ${source}; it cannot be removed here`,
  unknownOrigin: (id: string) => `Nobody knows where the plugin ${id} came from; install it again to renew it`,
  failedTo: (what: string, why: string) => `Could not ${what}: ${why}`,
  none: "No plugins are installed.",
  usage: (line: string) => `Usage: hermes ${line}`,
  installed: (id: string, origin: string) => `${id} installed from ${origin}`,
  updated: (id: string, origin: string) => `${id} is now ${origin}`,
  removed: (id: string) => `${id} removed`,
  isEnabled: (id: string) => `${id} is enabled; it loads with the next session`,
  isNowDisabled: (id: string) => `${id} is disabled`,
  stayedDisabled: (id: string) => `${id} is not enabled; \`hermes plugins enable ${id}\` does that`,
  askEnable: (id: string) => `Enable ${id}? Its code runs with your rights. [y/N] `,
  askCapability: (id: string, capability: string) => `Allow ${id} ${capability}? [y/N] `,
  notGranted: (names: readonly string[]) =>
    `Not granted, since nobody could be asked: ${names.join(", ")}; run this in a terminal to decide`,
  otherVersion: (recorded: string, version: string) => `it was installed as ${recorded}, its manifest says ${version}`,
  idTwice: (id: string, folders: readonly string[]) => `the id ${id} stands in ${folders.join(" and ")}`,
  notRegistered: (name: string) => `its manifest promises ${name}, but it does not register it`,
  loadsFine: (version: string, source: string, platforms: readonly string[]) =>
    `${version} from ${source} loads${platforms.length === 0 ? "" : `, ${brings(platforms)}`}`,
  brings,
  platformUnnamed: (name: string) =>
    `it registers the platform ${name}, which does not stand in provides.platforms of its manifest`,
  nameOf: {
    tools: (name: string) => `tool ${name}`,
    commands: (name: string) => `command /${name}`,
    cliCommands: (name: string) => `command hermes ${name}`,
    platforms: (name: string) => `platform ${name}`,
    providers: (name: string) => `provider ${name}`,
  },
  nameBuiltIn: (what: string) => `the ${what} has the name of a built-in one and is left out`,
  nameClaimed: (what: string, other: string) => `the ${what} is already registered by ${other}`,
  nothingToExamine: "Nothing is installed or enabled, so there is nothing to examine.",
  examined: (problems: number, warnings: number) => `${count(problems, "problem")}, ${count(warnings, "warning")}`,
  noHooks: "No shell hooks are configured.",
  noSuchEvent: (name: string, events: readonly string[]) =>
    `There is no event called ${JSON.stringify(name)}; there are ${events.join(", ")}`,
  noHookFor: (event: string, known: readonly string[]) =>
    `No hook is configured for ${event}${known.length === 0 ? "" : `; there are some for ${known.join(", ")}`}`,
  badSample: "--args: this is no JSON object",
  hookSkipped: (matcher: string, tool: string) => `its matcher ${matcher} does not fit the tool ${tool}`,
  noOpinion: "no opinion",
  blocks: (why: string) => `blocks the call: ${why}`,
  wantsAPerson: (why: string) => (why === "" ? "wants a person's yes" : `wants a person's yes: ${why}`),
  changesArguments: (args: string) => `changes the arguments to ${args}`,
  replaces: (text: string) => `puts in its place: ${text}`,
  addsContext: (text: string) => `adds to the question: ${text}`,
  answerIgnored: "answers, which changes nothing at this moment",
  unusableAnswer: "answers with something that cannot be used, which is no opinion",
  hookFails: (why: string, failClosed: boolean) =>
    `fails (${why}), ${failClosed ? "so the call is blocked" : "which is no opinion"}`,
  hookSlow: (ms: number) => `it takes ${ms} ms, and the turn waits for it`,
  hookFine: (ms: number) => `it answers within ${ms} ms`,
  changedSinceConsent: "it or one of its files was changed since you agreed to it; `hermes hooks trust` asks again",
  neverAgreed: "nobody has agreed to it yet; `hermes hooks trust` asks you",
  noProgram: (name: string) => `the program ${name} was not found`,
  notExecutable: (path: string) => `${path} is not executable (chmod +x)`,
  missingFile: (path: string) => `there is no file ${path}`,
  noSuchHook: (word: string) => `No configured hook contains "${word}"; \`hermes hooks list\` shows them`,
  trustNeedsTerminal: "Agreeing to a hook needs a terminal",
  hookTrusted: (command: string) => `Trusted: ${command}`,
  hookKept: (command: string) => `Not trusted: ${command}`,
  hookRevoked: (command: string) => `No longer trusted: ${command}`,
} as const;

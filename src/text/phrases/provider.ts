/** What people read about providers, models and the wire. Hosts and names come in; keys never do. */
export const providerPhrases = {
  nameNotFound: (host: string): string =>
    `Cannot find ${host}: the name does not resolve. Are you offline? Otherwise check base_url.`,
  cannotConnect: (host: string, code: string): string => `Cannot connect to ${host} (${code}). Is the server running?`,
  connectTooSlow: (host: string, seconds: number): string => `No connection to ${host} within ${seconds} s.`,
  proxyUnreachable: (proxy: string, code: string): string =>
    `Cannot connect to the proxy ${proxy} (${code}). Check HTTPS_PROXY and HTTP_PROXY, or list the host in NO_PROXY.`,
  proxyRefused: (host: string, answer: string): string => `The proxy would not connect to ${host}: ${answer}`,
  proxyUnsupported: (variable: string): string =>
    `${variable} names a proxy that is not http:// or https://. Change it, or list the host in NO_PROXY.`,
  untrusted: (host: string, code: string): string =>
    `The certificate of ${host} is not trusted (${code}). For a private authority set NODE_EXTRA_CA_CERTS to its file.`,
  tlsFailed: (host: string, code: string): string => `No secure connection to ${host} (${code}).`,
  noTls: (host: string): string =>
    `${host} does not speak https on this port. Write http:// instead of https:// in base_url, or name the right port.`,
  broken: (host: string, code: string): string => `The connection to ${host} broke off (${code}).`,
  timedOut: (host: string, code: string): string => `The connection to ${host} timed out (${code}).`,
  notHttp: (host: string, code: string): string => `${host} did not answer in proper HTTP (${code}).`,
  badEncoding: (host: string, encoding: string): string => `The answer of ${host} cannot be unpacked (${encoding}).`,
  badHeader: (name: string): string =>
    `The header ${name} holds characters that cannot be sent. Check the key and extra_headers.`,

  http: (status: number, detail: string): string => (detail === "" ? `HTTP ${status}` : `HTTP ${status}: ${detail}`),
  page: (title: string, ray: string | null): string => (ray === null ? title : `${title} (ray id ${ray})`),
  redirected: (target: string): string =>
    `the endpoint redirects to ${target}; redirects are not followed, because the key would go along. Set base_url to the new address.`,
  webPage: (host: string): string => `${host} answered with a web page instead of a model's reply. Check base_url.`,
  notJson: (excerpt: string): string => `The provider sent something that is not JSON: ${excerpt}`,
  tooLarge: (megabytes: number): string => `The provider's answer is larger than ${megabytes} MB.`,
  noImageEncoder:
    "An image is too large for the provider, and the package that could make it smaller is not installed: npm install sharp, or send a smaller image.",
  imageUnreadable: (detail: string): string => `An image cannot be made smaller: ${detail}`,
  imageStaysLarge: "An image stays too large however small it is made.",
  silent: (seconds: number): string => `The model sent nothing for ${seconds} s.`,
  tookTooLong: (seconds: number): string => `The request took longer than ${seconds} s.`,

  noModel:
    "No model is configured. Choose one: hermes setup, or hermes config set model <provider>/<model>, or try it without a key: hermes run --provider demo hi",
  noDefaultModel: (provider: string): string =>
    `Provider ${provider} has no default model. Name one with --model, or: hermes config set providers.${provider}.default_model <model>`,
  noCredential: (provider: string, variables: readonly string[]): string =>
    `No API key for ${provider}. Set ${variables.join(" or ")}: hermes config set ${variables[0] ?? ""} <key>`,
  keyBoundElsewhere: (provider: string, home: string, host: string): string =>
    `The key of ${provider} belongs to ${home} and is not sent to ${host}. If ${host} needs a key: hermes config set providers.${provider}.key_env <VARIABLE>`,
  unknownProvider: (name: string, nearest: string | null): string =>
    nearest === null
      ? `Unknown provider: ${name}. Describe it under providers.${name} (base_url, key_env), or use custom.`
      : `Unknown provider: ${name}. Did you mean ${nearest}?`,
  noBaseUrl: (provider: string): string =>
    `Provider ${provider} has no address. hermes config set providers.${provider}.base_url https://host/v1`,
  badBaseUrl: (source: string): string => `${source} is not an http:// or https:// address.`,
  keyInUrl: (source: string): string => `${source} holds a user name or password. Put the key in key_env instead.`,

  cachingOn: (source: string, ttl: string | null): string =>
    `💾 Prompt caching: ENABLED (${ttl === null ? source : `${source}, ${ttl} TTL`})`,
  cachingOff: (reason: string): string => `💾 Prompt caching: DISABLED (${reason})`,
  cachingSwitchedOff: "switched off in config.yaml",
  cachingUnknown: (provider: string): string => `${provider} is not known to cache this model`,

  authFileUnusable: (path: string, reason: string): string =>
    `${path} cannot be used (${reason}). What it remembers about keys is ignored, and the file is left as it is.`,
  authRowsSkipped: (path: string, pool: string, count: number): string =>
    `${path}: ${count} of the keys remembered for ${pool} cannot be read and are not used.`,
  authFileNotWritten: (path: string, reason: string): string =>
    `${path} could not be written (${reason}). Which keys rest is remembered until this process ends.`,
  auxiliaryFailed: (task: string, detail: string): string => `The side model for ${task} could not be asked: ${detail}`,
  noSideModel: (task: string): string =>
    `no model for it can be reached. Name one: hermes config set auxiliary.${task}.provider <provider>`,
  emptyAnswer: "The model answered with nothing.",
};

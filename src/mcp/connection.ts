import type { Client } from "@modelcontextprotocol/client";
import { newClient, noLimit, type ClientParts } from "./client.ts";
import { httpTransports, saysOlderForm, type HttpTransport } from "./http/http-transports.ts";
import { createOAuthProvider, LoginNeededError, type OAuthLogin } from "./oauth/oauth-provider.ts";
import { tokenFile } from "./oauth/token-file.ts";
import { routeOf } from "./server-settings.ts";
import { serverEnvironment } from "./stdio/environment.ts";
import { StdioTransport } from "./stdio/stdio-transport.ts";

/** A live line to one server. */
export type Connection = {
  readonly client: Client;
  /** Resolves when it is over, with what is known about why. */
  readonly ended: Promise<string>;
  /** Runs `work`; where the server wants another login and a person is there, they log in and it runs again. */
  readonly authorized: <T>(work: () => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

/** Connects or throws; what a failed attempt started is gone by then. */
export async function openConnection(parts: ClientParts, signal: AbortSignal): Promise<Connection> {
  const route = routeOf(parts.settings);
  switch (route.kind) {
    case "problem":
      throw new BadEntryError(route.reason);
    case "stdio":
      return connectStdio(parts, signal);
    case "http":
      return connectHttp(parts, route.url, signal);
  }
}

/** Trying again would change nothing. */
export class BadEntryError extends Error {
  override readonly name = "BadEntryError";
}

async function connectStdio(parts: ClientParts, signal: AbortSignal): Promise<Connection> {
  const { settings, world, sdk } = parts;
  const { platform, clock, log } = world;
  const transport = new StdioTransport({
    start: {
      command: settings.command ?? "",
      args: settings.args,
      env: serverEnvironment(world.env, settings.env, platform),
      cwd: world.workspace,
    },
    platform,
    clock,
    log,
    parse: sdk.deserializeMessage,
    serialise: sdk.serializeMessage,
  });
  try {
    const { client, ended } = await connected(parts, transport, signal);
    return { client, ended: ended.then(() => transport.lastWords), authorized: run, close: () => client.close() };
  } catch (error) {
    await transport.close();
    if (/^exit code 12[67]/u.test(transport.lastWords)) throw new BadEntryError(transport.lastWords, { cause: error });
    throw new Error(withWords(error, transport.lastWords), { cause: error });
  }
}

const run = <T>(work: () => Promise<T>): Promise<T> => work();

function withWords(error: unknown, lastWords: string): string {
  const message = error instanceof Error ? error.message : String(error);
  return lastWords === "" ? message : `${message} (${lastWords})`;
}

async function connectHttp(parts: ClientParts, url: URL, signal: AbortSignal): Promise<Connection> {
  const { name, settings, world, sdk } = parts;
  const file = tokenFile(world.tokenFolder, name, url.href);
  if (settings.auth === "oauth" && world.desk === null && file.read().tokens === undefined)
    throw new LoginNeededError("nobody has logged in yet");
  const login =
    settings.auth === "oauth"
      ? createOAuthProvider({ settings: settings.oauth, file, desk: world.desk, rng: world.rng })
      : null;
  const forms = httpTransports(sdk, {
    url,
    headers: settings.headers,
    guard: { rules: world.urls, resolve: world.resolve },
    login,
    allowsIssuerMismatch: settings.oauth.allow_issuer_mismatch === true,
    clock: world.clock,
  });
  let older: unknown = null;
  for (const form of forms) {
    try {
      return await connectForm({ ...parts, login }, form, signal);
    } catch (error) {
      if (older !== null) throw older; // the answer to today's form says more
      if (!saysOlderForm(error, sdk)) throw error;
      older = error;
    }
  }
  throw older;
}

type FormParts = ClientParts & { readonly login: OAuthLogin | null };

async function connectForm(parts: FormParts, form: () => HttpTransport, signal: AbortSignal): Promise<Connection> {
  let transport = form();
  const authorized = withLogin(parts, () => transport, signal);
  const { client, ended } = await authorized(async () => {
    transport = form(); // a transport starts only once
    return connected(parts, transport, signal);
  });
  return { client, ended: ended.then(() => ""), authorized, close: () => client.close() };
}

const mostLogins = 2; // one to get in, one for a wider scope: more would be a server that cannot be pleased

/** The person's own time is not the server's: it has no limit but the caller's. */
function withLogin({ login, world, sdk }: FormParts, transport: () => HttpTransport, signal: AbortSignal) {
  return async <T>(work: () => Promise<T>): Promise<T> => {
    for (let logins = 0; ; logins++) {
      try {
        return await work();
      } catch (error) {
        const { desk } = world;
        if (!(error instanceof sdk.UnauthorizedError) || login === null || desk === null || logins >= mostLogins)
          throw error;
        let answer = await desk.answer(signal);
        while (!login.isOurs(answer)) answer = await desk.answer(signal); // a stranger's, or of an older attempt
        await transport().finishAuth(answer);
      }
    }
  };
}

async function connected(
  parts: ClientParts,
  transport: Parameters<Client["connect"]>[0],
  signal: AbortSignal,
): Promise<{ readonly client: Client; readonly ended: Promise<void> }> {
  const { settings, world } = parts;
  using deadline = world.clock.deadline(settings.connect_timeout * 1_000, signal);
  const client = newClient(parts);
  const ended = Promise.withResolvers<void>();
  Object.assign(client, {
    onclose: () => ended.resolve(),
    onerror: (error: Error) =>
      world.log("debug", "mcp.error", { server: parts.name, error: world.redact(error.message) }),
  });
  try {
    await client.connect(transport, { signal: deadline.signal, timeout: noLimit });
  } catch (error) {
    await client.close();
    if (deadline.expired()) throw new Error(`no answer within ${settings.connect_timeout} s`, { cause: error });
    throw error;
  }
  return { client, ended: ended.promise };
}

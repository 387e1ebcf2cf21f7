import { isChannel, isLoopback, isNick, isTarget } from "./names.ts";

/** `gateway.platforms.irc.extra`, checked. */
export type IrcSettings = {
  readonly server: string;
  readonly port: number;
  readonly tls: boolean;
  readonly nick: string;
  readonly channels: readonly string[];
  /** How the password is used; `none`: not at all. */
  readonly login: "none" | "server" | "sasl";
  /** The account at the network's services, for `sasl`; the nick unless told. */
  readonly account: string;
  readonly password: string;
};

type Extra = Readonly<Record<string, unknown>>;

/** Throws with one line that says what is wrong. The password is asked for only where it is needed. */
export function readSettings(extra: Extra, password: () => string | undefined): IrcSettings {
  const server = text(extra, "server", null);
  const tls = extra["tls"] !== false;
  const port = portIn(extra, tls);
  const nick = text(extra, "nick", "hermes");
  if (!isNick(nick)) throw wrong("nick");
  const channels = channelsIn(extra);
  const login = loginIn(extra);
  if (login !== "none" && !tls && !isLoopback(server)) throw new Error("a password is only sent with tls: true");
  const account = text(extra, "account", nick);
  return { server, port, tls, nick, channels, login, account, password: login === "none" ? "" : needed(password()) };
}

function text(extra: Extra, name: string, otherwise: string | null): string {
  const value = extra[name] ?? otherwise;
  if (typeof value !== "string" || !/^[^\s\0]+$/.test(value)) throw wrong(name);
  return value;
}

function portIn({ port = null }: Extra, tls: boolean): number {
  if (port === null) return tls ? 6697 : 6667;
  if (typeof port !== "number" || !Number.isInteger(port) || port < 1 || port > 65_535) throw wrong("port");
  return port;
}

function channelsIn({ channels = [] }: Extra): readonly string[] {
  if (Array.isArray(channels) && channels.every(isChannelName)) return channels;
  throw wrong('channels (write them as "#name")');
}

function loginIn({ login = "none" }: Extra): IrcSettings["login"] {
  if (login === "none" || login === "server" || login === "sasl") return login;
  throw wrong("login (none, server or sasl)");
}

function isChannelName(value: unknown): value is string {
  return typeof value === "string" && isTarget(value) && isChannel(value);
}

function needed(password: string | undefined): string {
  if (password === undefined || password === "") throw new Error("login is set, but IRC_PASSWORD is not");
  if (/[\r\n\0]/.test(password)) throw new Error("IRC_PASSWORD has a line break in it");
  return password;
}

function wrong(what: string): Error {
  return new Error(`gateway.platforms.irc.extra: wrong or missing ${what}`);
}

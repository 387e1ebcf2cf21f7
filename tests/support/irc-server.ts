import { createServer, type Server, type Socket } from "node:net";

export type IrcServerOptions = {
  readonly takenNicks?: readonly string[];
  /** Of the server itself, sent with PASS. */
  readonly password?: string;
  /** Accounts by name; with one the server offers SASL. */
  readonly accounts?: Readonly<Record<string, string>>;
  readonly closedChannels?: readonly string[];
  /** It knows no capabilities at all. */
  readonly isOld?: boolean;
  /** It hears and never answers. */
  readonly isSilent?: boolean;
};

export type IrcServer = AsyncDisposable & {
  readonly port: number;
  /** Every line a client sent, in order and as it came. */
  readonly received: readonly string[];
  /** Resolves with the first line that matches, which may have come before. */
  readonly gets: (wanted: RegExp) => Promise<string>;
  /** Says a line to every client that is welcome. */
  readonly sends: (line: string) => void;
  /** Ends all connections. */
  readonly drops: () => void;
};

const longest = 512;

/** A small IRC server on a real socket: it registers clients, checks passwords, joins channels and keeps what it is sent. */
export async function startIrcServer(options: IrcServerOptions = {}): Promise<IrcServer> {
  const received: string[] = [];
  const waiting = new Set<{ readonly wanted: RegExp; readonly resolve: (line: string) => void }>();
  const guests = new Set<Guest>();
  const heard = (line: string): void => {
    received.push(line);
    for (const wish of waiting)
      if (wish.wanted.test(line)) {
        waiting.delete(wish);
        wish.resolve(line);
      }
  };
  const server = createServer((socket) => {
    const guest = newGuest(socket);
    guests.add(guest);
    socket.on("close", () => guests.delete(guest));
    socket.on("error", () => socket.destroy());
    onLines(socket, (line) => {
      heard(line);
      if (Buffer.byteLength(line) + 2 > longest) return socket.destroy(); // what real ones cut
      return options.isSilent === true ? undefined : obey(line, guest, options);
    });
  });
  return {
    port: await listening(server),
    received,
    gets: (wanted) => {
      const line = received.find((each) => wanted.test(each));
      return line === undefined ? new Promise((resolve) => waiting.add({ wanted, resolve })) : Promise.resolve(line);
    },
    sends: (line) => {
      for (const { socket, isWelcome } of guests) if (isWelcome) socket.write(`${line}\r\n`);
    },
    drops: () => {
      for (const { socket } of guests) socket.destroy();
    },
    [Symbol.asyncDispose]: async () => {
      for (const { socket } of guests) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Guest = {
  readonly socket: Socket;
  nick: string;
  hasUser: boolean;
  password: string;
  isNegotiating: boolean;
  sasl: string;
  isWelcome: boolean;
};

function newGuest(socket: Socket): Guest {
  return { socket, nick: "", hasUser: false, password: "", isNegotiating: false, sasl: "", isWelcome: false };
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

function onLines(socket: Socket, line: (text: string) => void): void {
  let rest = "";
  socket.setEncoding("utf8");
  socket.on("data", (data) => {
    const lines = (rest + String(data)).split("\r\n");
    rest = lines.pop() ?? "";
    for (const each of lines) line(each);
  });
}

function obey(line: string, guest: Guest, options: IrcServerOptions): void {
  const [command = "", ...words] = line.split(" ");
  const rest = words.join(" ").replace(/^:/, "");
  const act = acts[command];
  if (act === undefined) return;
  act(guest, rest, options);
  welcome(guest, options);
}

function say(guest: Guest, line: string): void {
  guest.socket.write(`:irc.test ${line}\r\n`);
}

type Act = (guest: Guest, rest: string, options: IrcServerOptions) => void;

const acts: Readonly<Record<string, Act>> = {
  PASS: (guest, password) => void (guest.password = password),
  USER: (guest) => void (guest.hasUser = true),
  NICK: (guest, nick, { takenNicks = [] }) => {
    if (takenNicks.includes(nick)) say(guest, `433 * ${nick} :Nickname is already in use`);
    else guest.nick = nick;
  },
  CAP: (guest, words, { isOld = false, accounts }) => {
    if (isOld) return say(guest, "421 * CAP :Unknown command");
    const name = words.split(":").at(-1) ?? "";
    if (words.startsWith("END")) guest.isNegotiating = false;
    else {
      guest.isNegotiating = true;
      const isKnown = name === "account-tag" || (name === "sasl" && accounts !== undefined);
      say(guest, `CAP * ${isKnown ? "ACK" : "NAK"} :${name}`);
    }
    return undefined;
  },
  AUTHENTICATE: (guest, text, { accounts = {} }) => {
    if (text === "PLAIN") return void guest.socket.write("AUTHENTICATE +\r\n");
    guest.sasl += text === "+" ? "" : text;
    if (text.length === 400) return undefined;
    const [, account = "", password = ""] = Buffer.from(guest.sasl, "base64").toString().split("\0");
    const isRight = accounts[account] === password;
    return say(guest, isRight ? "903 * :SASL authentication successful" : "904 * :SASL authentication failed");
  },
  JOIN: (guest, channel, { closedChannels = [] }) => {
    if (closedChannels.includes(channel)) say(guest, `474 ${guest.nick} ${channel} :Cannot join channel (+b)`);
    else guest.socket.write(`:${guest.nick}!~hermes@test JOIN ${channel}\r\n`);
  },
  QUIT: (guest) => void guest.socket.end("ERROR :Closing link\r\n"),
};

function welcome(guest: Guest, { password }: IrcServerOptions): void {
  if (guest.isWelcome || guest.nick === "" || !guest.hasUser || guest.isNegotiating) return;
  if (password !== undefined && guest.password !== password) {
    say(guest, "464 * :Password incorrect");
    guest.socket.end();
    return;
  }
  guest.isWelcome = true;
  say(guest, `001 ${guest.nick} :Welcome`);
}

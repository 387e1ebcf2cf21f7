import { createServer, type Socket } from "node:net";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { z } from "zod";
import { noLog } from "../../src/domain/log.ts";
import type { ButtonPress, PlatformLink } from "../../src/domain/platform.ts";
import { type FakePlatform, fakePlatform } from "./fake-platform.ts";

export type BoardServer = AsyncDisposable & {
  readonly port: number;
  /** What was done to it and what stands in its chats. */
  readonly board: FakePlatform;
  readonly presses: (press: Partial<ButtonPress> & Pick<ButtonPress, "value" | "messageId">) => void;
  readonly gone: (why: { readonly message: string; readonly retryable: boolean }) => void;
  /** Ends the connection, and takes no new one until it is told to. */
  readonly shut: () => void;
  readonly open: () => void;
};

const Call = z.object({ id: z.number(), verb: z.string(), given: z.array(z.unknown()) });

/** The other end of the plugin in tests/fixtures/board: a fake platform on a real socket. */
export async function startBoardServer(): Promise<BoardServer> {
  const board = fakePlatform({ markup: "telegram-markdown", maxLength: 200, lengthUnit: "utf16" });
  const guests = new Set<Socket>();
  let isOpen = true;
  const server = createServer((socket) => {
    if (!isOpen) return void socket.destroy();
    guests.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => guests.delete(socket));
    void board.connect(linkOver(socket), AbortSignal.timeout(60_000));
    const lines = createInterface({ input: socket });
    lines.on("error", () => lines.close()); // killed in the middle of a line
    lines.on("line", (line) => void obey(board, socket, line));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const shut = (): void => {
    isOpen = false;
    for (const guest of guests) guest.destroy();
  };
  return {
    port: address.port,
    board,
    presses: (press) => board.link().press({ chatId: "c1", chatType: "dm", userId: "u1", ...press }),
    gone: (why) => board.link().lost(why),
    shut,
    open: () => void (isOpen = true),
    [Symbol.asyncDispose]: async () => {
      shut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function linkOver(socket: Socket): PlatformLink {
  const tell = (line: Readonly<Record<string, unknown>>): void => void socket.write(`${JSON.stringify(line)}\n`);
  return {
    settings: {},
    log: noLog,
    message: (message) => tell({ message }),
    press: (press) => tell({ press }),
    event: (event) => tell({ event }),
    lost: (lost) => tell({ lost }),
  };
}

/** The call of the plugin, made on the fake; what comes of it goes back. */
async function obey(board: FakePlatform, socket: Socket, line: string): Promise<void> {
  const { id, verb, given } = Call.parse(JSON.parse(line));
  const work: unknown = Reflect.get(board, verb);
  if (typeof work !== "function") throw new Error(`no such call: ${verb}`);
  const never = new AbortController().signal;
  const last = given.at(-1);
  const isSpoken = ["send", "edit", "ask"].includes(verb) && typeof last === "object";
  const all = isSpoken ? [...given.slice(0, -1), { ...last, signal: never }] : [...given, never];
  const result: unknown = await Reflect.apply(work, board, all);
  socket.write(`${JSON.stringify({ id, result: result ?? { ok: true, messageId: null } })}\n`);
}

import { lineOf, type IrcLine } from "./line.ts";
import type { IrcSettings } from "./settings.ts";

const mostNicks = 5;

export type LoginStep =
  | { readonly kind: "going-on" }
  /** `vouches`: the server has agreed to say who is logged in. */
  | { readonly kind: "welcome"; readonly nick: string; readonly vouches: boolean }
  | { readonly kind: "refused"; readonly why: string; readonly retryable: boolean };

type Login = { readonly begin: () => void; readonly hear: (line: IrcLine) => LoginStep };

const goingOn: LoginStep = { kind: "going-on" };

/** From the first word until the server says welcome. */
export function createLogin(settings: IrcSettings, write: (line: string) => unknown): Login {
  let { nick } = settings;
  let tries = 1;
  const wished = new Set(settings.login === "sasl" ? ["account-tag", "sasl"] : ["account-tag"]);
  let vouches = false;
  let isKnown = settings.login !== "sasl";

  const granted = (name: string): void => {
    wished.delete(name);
    if (wished.size === 0) write("CAP END");
  };

  /** Each wish is answered by itself, so that a server may know one and not the other. */
  const hearCap = ([, answer = "", names = ""]: readonly string[]): LoginStep => {
    const name = names.trim();
    if (name === "sasl" && answer === "NAK") return refused("the server knows no SASL login");
    if (name === "account-tag" && answer === "ACK") vouches = true;
    if (name === "sasl" && answer === "ACK") write("AUTHENTICATE PLAIN");
    else if (answer === "ACK" || answer === "NAK") granted(name);
    return goingOn;
  };

  const nextNick = (): LoginStep => {
    if (tries === mostNicks) return { kind: "refused", why: `the nick ${settings.nick} is in use`, retryable: true };
    tries += 1;
    nick = `${nick}_`;
    write(lineOf("NICK", nick));
    return goingOn;
  };

  const hear = ({ command, params }: IrcLine): LoginStep => {
    switch (command) {
      case "CAP":
        return hearCap(params);
      case "AUTHENTICATE":
        for (const part of saslParts(settings)) write(`AUTHENTICATE ${part}`);
        return goingOn;
      case "903": // logged in
        isKnown = true;
        granted("sasl");
        return goingOn;
      case "433": // nick in use
      case "437":
        return nextNick();
      case "001":
        if (isKnown) return { kind: "welcome", nick: params[0] ?? nick, vouches };
        return refused("the server let us in without a login");
      default:
        return finalErrors.has(command) ? refused(params.at(-1) ?? command) : goingOn;
    }
  };

  return {
    begin: () => {
      for (const name of wished) write(lineOf("CAP", "REQ", name));
      if (settings.login === "server") write(lineOf("PASS", settings.password));
      write(lineOf("NICK", nick));
      write(lineOf("USER", "hermes", "0", "*", "Hermes"));
    },
    hear,
  };
}

/** Bad nick, wrong password, banned, SASL refused: the same tomorrow. */
const finalErrors: ReadonlySet<string> = new Set(["432", "464", "465", "902", "904", "905", "906"]);

function refused(why: string): LoginStep {
  return { kind: "refused", why, retryable: false };
}

/** In pieces of 400; a last one that is full is followed by an empty one, written as a plus. */
function saslParts({ account, password }: IrcSettings): readonly string[] {
  const whole = Buffer.from(`${account}\0${account}\0${password}`).toString("base64");
  const parts = whole.match(/.{1,400}/g) ?? [];
  return whole.length % 400 === 0 ? [...parts, "+"] : parts;
}

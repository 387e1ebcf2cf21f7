/** Channel or nick: nothing in it may end the parameter, the line or the list. */
export function isTarget(name: string): boolean {
  return /^[^\s\p{Cc},:!@][^\s\p{Cc},!@]*$/u.test(name) && Buffer.byteLength(name) <= 50;
}

export function isNick(name: string): boolean {
  return /^[a-z[\]\\`_^{|}][a-z0-9[\]\\`_^{|}-]{0,29}$/i.test(name);
}

export function isChannel(name: string): boolean {
  return /^[#&]/.test(name);
}

/** One spelling for names that are the same to a server: `{}|^` are the small letters of `[]\~`. */
export function sameCase(name: string): string {
  return name.toLowerCase().replaceAll("[", "{").replaceAll("]", "}").replaceAll("\\", "|").replaceAll("~", "^");
}

export function isLoopback(server: string): boolean {
  return server === "localhost" || server === "::1" || /^127(?:\.\d{1,3}){3}$/.test(server);
}

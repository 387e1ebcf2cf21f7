import { isFunction } from "./foreign.ts";

/** Knows whose code is running, for whoever watches from outside the event loop. */
export type Watch = {
  /** Calls foreign code. `label` is its plugin and callback, in words. */
  readonly run: <T>(label: string, work: () => T) => T;
};

export const unwatched: Watch = { run: (_label, work) => work() };

/** The same object, with every method called under the watch. Classes keep what they inherit. */
export function watchedObject<T extends object>(object: T, label: string, watch: Watch): T {
  return new Proxy(object, {
    get: (target, key) => {
      const member: unknown = Reflect.get(target, key, target);
      if (!isFunction(member)) return member;
      return (...args: readonly unknown[]) =>
        watch.run(`${label}.${String(key)}`, () => Reflect.apply(member, target, args));
    },
  });
}

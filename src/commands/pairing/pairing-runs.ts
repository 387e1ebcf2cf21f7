import type { PairedPerson, PairingBook } from "../../domain/gateway-ledger.ts";
import { pairingPhrases as say } from "../../text/phrases/pairing.ts";
import type { CommandCall, CommandRun } from "../command.ts";
import { fail } from "../fail.ts";
import { isGiven } from "../flag-value.ts";
import { plainLine } from "../plain-text.ts";
import { ageOf } from "../sessions/age.ts";
import { withStore } from "../sessions/open.ts";
import { exit, json, line } from "../sessions/replies.ts";

export type PairingRuns = Readonly<Record<"list" | "approve" | "revoke" | "clear-pending", CommandRun>>;

type Work = (book: PairingBook) => Promise<number> | number;

/** On the tables themselves, so a gateway that runs sees it with the next message. */
const withBook = (call: CommandCall, work: Work): Promise<number> =>
  withStore(call, async (store) => work((await store.gateway()).pairing));

export const pairingRuns: PairingRuns = {
  list: (call) =>
    withBook(call, (book) => {
      const people = book.list();
      if (isGiven(call.flags, "json")) return json(call, people.map(asJson));
      return line(call, people.length === 0 ? say.nobody : table(people, call.context.clock.now()));
    }),
  approve: (call) => withBook(call, (book) => approve(call, book)),
  revoke: (call) => withBook(call, (book) => revoke(call, book)),
  "clear-pending": (call) =>
    withBook(call, async (book) => line(call, say.cleared(await book.clearPending(platformOf(call) ?? null)))),
};

async function approve(call: CommandCall, book: PairingBook): Promise<number> {
  const platform = platformOf(call) ?? "";
  const answer = await book.approve(platform, call.positionals.slice(1).join(""));
  const where = shown(platform);
  switch (answer.kind) {
    case "approved":
      return line(call, say.approved(personOf(answer.userId, answer.userName), where));
    case "wrong":
      return fail(call, say.wrong(where, answer.triesLeft), exit.failed);
    case "locked":
      return fail(call, say.locked(where, minutesUntil(answer.untilMs, call)), exit.failed);
  }
}

async function revoke(call: CommandCall, book: PairingBook): Promise<number> {
  const [platform, userId] = [platformOf(call) ?? "", call.positionals[1] ?? ""];
  const names = [shown(userId), shown(platform)] as const;
  if (await book.revoke(platform, userId)) return line(call, say.revoked(...names));
  return fail(call, say.notPaired(...names), exit.failed);
}

/** Platforms are named in small letters. */
function platformOf({ positionals }: CommandCall): string | undefined {
  return positionals[0]?.toLowerCase();
}

function minutesUntil(untilMs: number, { context }: CommandCall): number {
  return Math.max(1, Math.ceil((untilMs - context.clock.now()) / 60_000));
}

function table(people: readonly PairedPerson[], nowMs: number): string {
  const cells = people.map(({ platform, userId, userName, state, atMs }) => [
    shown(platform),
    say.state[state],
    shown(userId),
    shown(userName ?? ""),
    ageOf(atMs / 1_000, nowMs),
  ]);
  const widths = cells.reduce<number[]>((wide, row) => row.map((cell, at) => Math.max(wide[at] ?? 0, cell.length)), []);
  const lines = cells.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const someoneWaits = people.some(({ state }) => state === "pending");
  return [...lines, ...(someoneWaits ? [say.howToApprove] : [])].join("\n");
}

function asJson({ platform, userId, userName, state, atMs }: PairedPerson) {
  return { platform, user_id: userId, user_name: userName, state, at: atMs / 1_000 };
}

function personOf(userId: string, userName: string | null): string {
  return userName === null ? shown(userId) : `${shown(userName)} (${shown(userId)})`;
}

const widest = 60;

/** Strangers choose their names. */
const shown = (text: string): string => plainLine(text, widest);

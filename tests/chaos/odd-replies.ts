import type { ScriptReply } from "../../src/simulator/scenario.ts";
import type { Dice } from "./dice.ts";

export type ScriptedCall = NonNullable<ScriptReply["tool_calls"]>[number];

/** What an odd reply is made of. */
export type ReplyParts = { readonly dice: Dice; readonly call: () => ScriptedCall };

type Odd<Thing> = (parts: ReplyParts) => Thing;

const rawly =
  (change: (args: string) => string): Odd<readonly ScriptedCall[]> =>
  ({ call }) => {
    const plain = call();
    return [{ ...plain, raw: change(JSON.stringify(plain.arguments)) }];
  };
const renamed =
  (name: string): Odd<readonly ScriptedCall[]> =>
  ({ call }) => [{ ...call(), name }];
const withIds =
  (...ids: readonly string[]): Odd<readonly ScriptedCall[]> =>
  ({ call }) =>
    ids.map((id) => ({ ...call(), id }));

const oddCalls: readonly [Odd<readonly ScriptedCall[]>, ...Odd<readonly ScriptedCall[]>[]] = [
  rawly((args) => args.slice(0, -3)),
  rawly((args) => `${args.slice(0, -1)},}`),
  rawly(() => '{"as": oops}'),
  rawly(() => "[1, 2]"),
  rawly(() => ""),
  rawly((args) => args.replace("job", String.raw`\ud800 job`)),
  renamed("fly_away"),
  renamed(""),
  renamed("WritePage"),
  withIds("same", "same"),
  withIds("call_0", "call_1"), // the same ones in every reply: servers exist that count per request
  withIds("a b|c:ü"),
  withIds("x".repeat(90)),
  withIds(""),
  ({ call }) => [{ ...call(), name: "fly_away" }, call()],
  ({ call }) => [
    { ...call(), index: 0 },
    { ...call(), index: 0 },
  ],
  ({ call }) => {
    const twice = call();
    return [twice, twice];
  },
];

const finishes = ["length", "stop", "tool_calls", "incomplete", null] as const;

/** What providers say when they are not at their best. */
export const oddReplies: readonly [Odd<ScriptReply>, ...Odd<ScriptReply>[]] = [
  (parts) => ({ tool_calls: [...parts.dice.pick(oddCalls)(parts)] }),
  (parts) => ({ tool_calls: [...parts.dice.pick(oddCalls)(parts)], text: "With words.", thinking: "With thoughts." }),
  (parts) => ({ tool_calls: [...renamed("fly_away")(parts)] }),
  (parts) => ({ tool_calls: [...rawly((args) => args.slice(0, -3))(parts)], finish: "length" }),
  ({ call, dice }) => ({ tool_calls: [call()], finish: dice.pick(finishes) }),
  ({ dice }) => ({ text: `Cut sh ${dice.int(1, 999)}`, finish: dice.pick(finishes) }),
  ({ dice }) => ({ text: `Cut sh ${dice.int(1, 999)}`, finish: "length" }),
  ({ dice }) => ({ text: "", finish: dice.pick(finishes) }),
  () => ({}),
  () => ({ thinking: "Only thoughts." }),
  () => ({ thinking: "Only thoughts.", finish: "incomplete" }),
  () => ({ text: "<think>never closed" }),
  () => ({ text: "<think>never closed", finish: "length" }),
  () => ({ text: "<REASONING_SCRATCHPAD>never closed" }),
  () => ({ text: "half \ud83d a character \udc00" }),
  () => ({ text: "Let me look at the next page now:" }),
  () => ({ text: "again and again\n".repeat(60), finish: "length" }),
  () => ({ text: "No.", finish: "content_filter" }),
  () => ({ refusal: "I would rather not." }),
  () => ({ text: "Fine.", usage: null }),
];

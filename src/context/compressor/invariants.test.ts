import fc from "fast-check";
import { expect, test } from "vitest";
import { compressionOf, compressorRig } from "../../../tests/support/compressor-rig.ts";
import { anyHistory, anyWindow, tightWindow } from "../../../tests/support/random-history.ts";
import { behaviours, goodSummary, textReply } from "../../../tests/support/scripted-summariser.ts";
import type { CompressionRequest } from "../../domain/context-engine.ts";
import { callsOf, ownContent, textOf, type Message } from "../../domain/message.ts";
import { inFlightStart, isAsked, isSummary } from "./kinds.ts";
import { numbersFor } from "./numbers.ts";
import { scalesFor } from "./weigh.ts";

const trigger = fc.constantFrom("preflight" as const, "manual" as const, "context_error" as const, "idle" as const);
const window = fc.oneof({ weight: 4, arbitrary: tightWindow }, { weight: 1, arbitrary: anyWindow });
const behaviour = fc.constantFrom(...behaviours.filter((name) => name !== "huge"));

async function compressed(messages: readonly Message[], contextLength: number, rest: Partial<CompressionRequest> = {}) {
  const rig = compressorRig({ runtime: { contextLength } });
  return { rig, proposal: await rig.engine.compress(compressionOf(messages, rest)) };
}

/** Runs every history through a compression and hands over those that came to something. */
async function forAllCompressed(
  check: (before: readonly Message[], after: readonly Message[], region: Cut, window: number) => void,
  triggers: fc.Arbitrary<CompressionRequest["trigger"]> = trigger,
): Promise<void> {
  let happened = 0;
  await fc.assert(
    fc.asyncProperty(anyHistory, window, triggers, async (history, contextLength, by) => {
      const { proposal } = await compressed(history, contextLength, { trigger: by });
      if (proposal.summary === undefined || proposal.messages === undefined) return;
      happened += 1;
      check(history, proposal.messages, proposal.region, contextLength);
    }),
  );
  expect(happened).toBeGreaterThan(20);
}

type Cut = { readonly headEnd: number; readonly tailStart: number; readonly hoisted?: number };

test("[CC-I1] every result follows its call, and only the group in flight may lack one", () =>
  forAllCompressed((_, after) => {
    const end = inFlightStart(after);
    const asked = new Set<string>();
    const answered = new Set<string>();
    for (const message of after) {
      for (const call of callsOf(message)) asked.add(call.id);
      if (message.role !== "tool") continue;
      expect(asked).toContain(message.tool_call_id);
      answered.add(message.tool_call_id);
    }
    const complete = after.slice(0, end).flatMap((message) => callsOf(message).map((call) => call.id));
    expect(complete.filter((id) => !answered.has(id))).toEqual([]);
  }));

test("[CC-I2] the results of a batch stand together and in the order of its calls", () =>
  forAllCompressed((_, after) => {
    for (const [index, message] of after.entries()) {
      const ids = callsOf(message).map((call) => call.id);
      const run = after.slice(index + 1, index + 1 + ids.length);
      const results = run.flatMap((one) => (one.role === "tool" ? [one.tool_call_id] : []));
      expect(results).toEqual(ids.slice(0, results.length));
    }
  }));

test("[CC-I3] roles alternate, and a user speaks first", () =>
  forAllCompressed((_, after) => {
    expect(after[0]?.role).toBe("user");
    const doubled = after.filter((one, index) => one.role !== "tool" && one.role === after[index + 1]?.role);
    expect(doubled).toEqual([]);
  }));

test("[CC-I4] the head keeps its bytes", () =>
  forAllCompressed((before, after, { headEnd }) => {
    expect(JSON.stringify(after.slice(0, headEnd))).toBe(JSON.stringify(before.slice(0, headEnd)));
  }));

test("[CC-I5] the tail keeps its bytes, but for signed thinking and pictures that newer ones supersede", () =>
  forAllCompressed(
    (before, after, cut) => {
      const kept = before.slice(cut.tailStart);
      const tail = after.slice(after.length - kept.length);
      expect(tail.map(comparable)).toEqual(kept.map(comparable));
    },
    fc.constantFrom("preflight", "manual"),
  )); // a request that was refused twice may lose results of its tail

test("[CC-I6] the newest request occurs once, word for word, in the head or behind the summary", () =>
  forAllCompressed((before, after) => {
    const newest = before.findLast(isAsked);
    if (newest === undefined) return;
    const at = after.findLastIndex(isAsked);
    expect(after[at] === undefined ? null : ownContent(after[at])).toEqual(ownContent(newest));
    const summaryAt = after.findIndex((one) => isSummary(one) || isMerged(one));
    const headEnd = before.indexOf(newest);
    expect(at >= summaryAt || at === headEnd).toBe(true);
    const copies = (list: readonly Message[]): number => list.filter((one) => same(one, newest)).length;
    expect(copies(after)).toBeLessThanOrEqual(copies(before));
  }));

test("[CC-I7] what is in flight stays complete and last", () =>
  forAllCompressed((before, after) => {
    const group = before.slice(inFlightStart(before)).map(comparable);
    expect(after.slice(after.length - group.length).map(comparable)).toEqual(group);
  }));

test("[CC-I10] there is exactly one summary afterwards", () =>
  forAllCompressed((_, after) => {
    expect(after.filter((one) => isSummary(one) || isMerged(one))).toHaveLength(1);
  }));

test("[CC-I11] what was just compressed is not compressed again", async () => {
  let happened = 0;
  await fc.assert(
    fc.asyncProperty(anyHistory, window, async (history, contextLength) => {
      const { proposal } = await compressed(history, contextLength);
      if (proposal.messages === undefined) return;
      happened += 1;
      const again = await compressed(proposal.messages, contextLength);
      expect(again.proposal.outcome).toBe("noop");
      expect(again.rig.summariser.asked).toEqual([]);
    }),
  );
  expect(happened).toBeGreaterThan(20);
});

test("[CC-I12] pruning a second time changes nothing, stays inside, only shortens and keeps arguments readable", () => {
  let happened = 0;
  fc.assert(
    fc.property(anyHistory, tightWindow, (history, contextLength) => {
      const { engine } = compressorRig({ runtime: { contextLength } });
      const once = engine.pruneOnly?.(history, 0) ?? { messages: [], pruned: 0 };
      happened += once.pruned;
      expect(engine.pruneOnly?.(once.messages, 0).messages).toEqual(once.messages);
      expect(once.messages).toHaveLength(history.length);
      for (const [index, message] of once.messages.entries()) {
        const before = history[index];
        if (before === undefined || before === message) continue;
        expect(sizeOf(message)).toBeLessThan(sizeOf(before));
        const readable = (one: Message): readonly boolean[] =>
          callsOf(one).map((call) => isJson(call.function.arguments));
        expect(readable(message)).toEqual(readable(before));
        expect(message.role).not.toBe("user");
      }
    }),
  );
  expect(happened).toBeGreaterThan(20);
});

test("[CC-I13] the tail stays below its soft ceiling unless it must not, and never meets the head", () =>
  forAllCompressed((before, _, cut, contextLength) => {
    expect(cut.tailStart).toBeGreaterThanOrEqual(cut.headEnd);
    if (cut.hoisted !== undefined) expect(cut.hoisted).toBeGreaterThanOrEqual(cut.headEnd);
    const { softTail } = numbersFor(contextLength, "gpt-4o", {
      threshold: 0.5,
      target_ratio: 0.2,
      protect_last_n: 20,
      summary_path: "auto",
    });
    const tokens = scalesFor("gpt-4o").list(before.slice(cut.tailStart));
    const isForced =
      before.length - cut.tailStart <= 3 ||
      cut.tailStart >= inFlightStart(before) ||
      behindGroupAt(before, cut.tailStart) > before.length - 3;
    expect(tokens <= softTail || isForced).toBe(true);
  }));

test("[CC-I15] head, middle and tail are the whole list, each message once", () =>
  forAllCompressed((before, after, { headEnd, tailStart, hoisted }) => {
    const indexes = before.map((_, index) => index);
    const middle = indexes.slice(headEnd, tailStart).filter((index) => index !== hoisted);
    const tail = [...(hoisted === undefined ? [] : [hoisted]), ...indexes.slice(tailStart)];
    expect([...indexes.slice(0, headEnd), ...middle, ...tail].toSorted((a, b) => a - b)).toEqual(indexes);
    const summary = after.filter(isSummary).length;
    expect(after).toHaveLength(headEnd + summary + tail.length);
  }));

const secrets = [
  "sk-live-4f9aK2mQ7xT1vB8nC3dE6gH5",
  "ghp_a8Kd93LmQ0xZ7vB2nC5tE1gH4jP6rS9uW3yA",
  "hunter2horse-battery",
  "tok_9d8f7a6b5c4e3f2a1b0c",
] as const;
const planted = [
  `the key is ${secrets[0]} ok`,
  `export TOKEN\n${secrets[1]}`,
  `postgres://admin:${secrets[2]}@db.internal/main`,
  `https://files.test/x?token=${secrets[3]}&y=1`,
];

test("[CC-I16] planted secrets occur in no request for a summary and in no stored one", async () => {
  await fc.assert(
    fc.asyncProperty(
      anyHistory,
      tightWindow,
      fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
      async (history, contextLength, places) => {
        const leaky = places.reduce<readonly Message[]>((list, place, index) => {
          const at = place % list.length;
          return list.map((one, each) => (each === at ? { ...one, ...spiked(one, planted[index] ?? "") } : one));
        }, history);
        const echo = textReply(`${goodSummary}\n${planted.join("\n")}`);
        const rig = compressorRig({ runtime: { contextLength }, replies: [echo] });
        const { summary, messages = [] } = await rig.engine.compress(
          compressionOf(leaky, { trigger: "context_error" }),
        );
        const sent = rig.summariser.asked.map((ask) => ask.text).join("\n");
        const marks = messages
          .map((one) => (one.role === "tool" ? "" : JSON.stringify(one.extra?.summary ?? "")))
          .join("");
        for (const secret of secrets) {
          expect(sent).not.toContain(secret);
          expect(`${summary?.text ?? ""}${marks}`).not.toContain(secret);
        }
      },
    ),
  );
});

test("[CC-I17] an engine that has seen another conversation carries nothing of it over", async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, anyHistory, tightWindow, async (one, other, contextLength) => {
      const mark = "OTHER-CONVERSATION-7731";
      const tagged = other.map((message): Message => ({ ...message, ...spiked(message, mark) }));
      const rig = compressorRig({ runtime: { contextLength }, replies: [() => textReply(goodSummary)] });
      await rig.engine.compress(compressionOf(tagged, { trigger: "manual" }));
      const asked = rig.summariser.asked.length;
      const { messages = [] } = await rig.engine.compress(compressionOf(one, { trigger: "manual" }));
      expect(JSON.stringify(messages)).not.toContain(mark);
      expect(JSON.stringify(rig.summariser.asked.slice(asked).map(({ text }) => text))).not.toContain(mark);
    }),
  );
});

test("[CC-I18] without an accepted summary nothing is proposed, and automatic runs wait", async () => {
  let failures = 0;
  await fc.assert(
    fc.asyncProperty(
      anyHistory,
      tightWindow,
      fc.array(behaviour, { minLength: 1, maxLength: 4 }),
      async (history, contextLength, replies) => {
        const rig = compressorRig({ runtime: { contextLength }, replies });
        const proposal = await rig.clock.runUntil(rig.engine.compress(compressionOf(history)));
        if (proposal.outcome === "ok" || rig.summariser.asked.length === 0) return;
        failures += 1;
        expect(proposal).toMatchObject({ outcome: "aborted", pruned: 0 });
        expect(proposal.messages).toBeUndefined();
        expect(rig.state().cooldownUntilMs).toBeGreaterThan(rig.clock.now());
        expect(rig.engine.shouldCompress(contextLength).yes).toBe(false);
      },
    ),
  );
  expect(failures).toBeGreaterThan(10);
});

test("[CC-I29] the same input gives the same bytes", async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, tightWindow, trigger, async (history, contextLength, by) => {
      const [one, other] = await Promise.all([
        compressed(history, contextLength, { trigger: by }),
        compressed(structuredClone(history), contextLength, { trigger: by }),
      ]);
      expect(JSON.stringify(other.proposal)).toBe(JSON.stringify(one.proposal));
    }),
  );
});

function isMerged(message: Message): boolean {
  return message.role !== "tool" && message.extra?.merged_summary === true;
}

/** A message as far as it must not change. */
function comparable(message: Message): unknown {
  const content = ownContent(message);
  const words =
    typeof content === "string" ? content : content.map((part) => (part.type === "text" ? part.text : "[image]"));
  return {
    role: message.role,
    words,
    calls: callsOf(message),
    id: message.role === "tool" ? message.tool_call_id : "",
  };
}

function same(one: Message, other: Message): boolean {
  return one.role === other.role && JSON.stringify(ownContent(one)) === JSON.stringify(ownContent(other));
}

function behindGroupAt(messages: readonly Message[], at: number): number {
  let end = at + 1;
  while (messages[end]?.role === "tool") end += 1;
  return end;
}

function spiked(message: Message, words: string): { readonly content: string } {
  return { content: `${textOf(message.content)}\n${words}` };
}

function sizeOf(message: Message): number {
  const { content } = message;
  const parts =
    typeof content === "string"
      ? [content]
      : content.map((part) => (part.type === "text" ? part.text : part.image_url.url));
  return [...parts, ...callsOf(message).map((call) => call.function.arguments)].join("").length;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

import fc from "fast-check";
import { expect, test } from "vitest";
import { segmentLength, type Lane } from "./plan-segments.ts";

const classes = ["free", "path-read", "path-write", "shell", "state", "interactive", "spawn", null] as const;
const places = fc.option(fc.array(fc.constantFrom("/", "/a", "/a/b", "/ab", "/a/b/c", "/d"), { maxLength: 3 }));
const lanes = fc.array(fc.record<Lane>({ concurrency: fc.constantFrom(...classes), places }), { maxLength: 12 });

const read = (place: string): Lane => ({ concurrency: "path-read", places: [place] });
const alone = new Set<Lane["concurrency"]>(["shell", "state", "interactive", "spawn", null]);

function related(a: string, b: string): boolean {
  const [short = "", long = ""] = [a, b]
    .map((path) => (path === "/" ? "/" : `${path}/`))
    .toSorted((x, y) => x.length - y.length);
  return long.startsWith(short);
}

test("whatever the calls are: nothing shares a segment with a writer of its place, or with one that runs alone", () => {
  fc.assert(
    fc.property(lanes, (given) => {
      const segment = given.slice(0, segmentLength(given));
      expect(segment.length > 0).toBe(given.length > 0);
      if (segment.length < 2) return;
      for (const [index, lane] of segment.entries()) {
        expect(alone.has(lane.concurrency)).toBe(false);
        expect(lane.concurrency === "free" || (lane.places ?? []).length > 0).toBe(true);
        for (const other of segment.slice(0, index)) {
          const writes = [lane, other].some(({ concurrency }) => concurrency === "path-write");
          const paths = [lane, other].every(({ concurrency }) => concurrency !== "free");
          const near = (lane.places ?? []).some((one) => (other.places ?? []).some((two) => related(one, two)));
          expect(writes && paths && near).toBe(false);
        }
      }
    }),
  );
});

test("a segment is as long as it can be: readers and free calls never part", () => {
  const shared = fc.array(
    fc.record<Lane>({ concurrency: fc.constantFrom("free", "path-read"), places: fc.constant(["/a"]) }),
    { minLength: 1 },
  );
  fc.assert(fc.property(shared, (given) => segmentLength(given) === given.length));
});

test("a writer of several files keeps all of them to itself", () => {
  const patch: Lane = { concurrency: "path-write", places: ["/a", "/b"] };
  expect(segmentLength([patch, read("/c"), read("/b")])).toBe(2);
  expect(segmentLength([read("/b/x"), patch])).toBe(1);
});

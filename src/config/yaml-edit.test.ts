import fc from "fast-check";
import { expect, test } from "vitest";
import { isMap, leavesOf, merge, treeOf, valueAt } from "./tree.ts";
import { parseConfig } from "./yaml-document.ts";
import { addToListInText, removeFromListInText, setInText, unsetInText } from "./yaml-edit.ts";

const file = `# my settings
agent:
  # never more
  max_turns: 5 # five
  disabled_toolsets:
    - web # noisy

model: gpt-x # short form
anchors:
  base: &base {a: 1}
  copy: *base
`;

const treeIn = (text: string) => {
  const parsed = parseConfig(text);
  if (parsed.kind === "broken") throw new Error(parsed.reason);
  return parsed.tree;
};
const set = (text: string, key: string, value: unknown, force = false): string => {
  const edit = setInText(text, key.split("."), value, force);
  return edit.kind === "changed" ? edit.text : edit.kind;
};
const unset = (text: string, key: string): string => {
  const edit = unsetInText(text, key.split("."));
  return edit.kind === "changed" ? edit.text : edit.kind;
};

test("setting a key changes its line and no other", () => {
  expect(set(file, "agent.max_turns", 7)).toBe(file.replace("max_turns: 5", "max_turns: 7"));
});

test("a new key goes to the end of its section, a new section to the end of the file", () => {
  expect(set(file, "agent.api_max_retries", 1)).toBe(
    file.replace("    - web # noisy\n", "    - web # noisy\n  api_max_retries: 1\n"),
  );
  expect(set(file, "approvals.mode", "off")).toBe(`${file}approvals:\n  mode: "off"\n`);
});

test("a short model grows into a section when more is said about it, and shrinks away with its name", () => {
  expect(treeIn(set(file, "model.provider", "openai"))["model"]).toEqual({ default: "gpt-x", provider: "openai" });
  expect(treeIn(unset(file, "model.default"))).not.toHaveProperty("model");
});

test("an empty section takes a key, an empty file a first one, and comments alone stay", () => {
  expect(set("agent:\n", "agent.max_turns", 1)).toBe("agent:\n  max_turns: 1\n");
  expect(set("", "agent.max_turns", 1)).toBe("agent:\n  max_turns: 1\n");
  expect(set("# mine\n", "a", 1)).toBe("# mine\n\na: 1\n");
  expect(unset("# mine\na:\n  b: 1\n", "a.b")).toBe("# mine\n");
});

test("the comment above a key that goes stays with what follows", () => {
  expect(unset("# head\n\n# on a\na: 1\n# on b\nb: 2\n", "a")).toBe("# head\n\n# on a\n# on b\nb: 2\n");
  expect(unset("b: 2\n# on a\na: 1\n", "a")).toBe("b: 2\n# on a\n");
  expect(unset("b: 2\n# on a\na:\n  # inner\n  c: 1\n", "a.c")).toBe("b: 2\n# on a\n# inner\n");
});

test("what stands in the way is not overwritten", () => {
  expect(set(file, "agent", 1)).toBe("refused");
  expect(set(file, "agent.max_turns.deep", 1)).toBe("refused");
  expect(set(file, "agent.disabled_toolsets.0", "x", true)).toBe("refused");
  expect(set(file, "anchors.copy.a", 2, true)).toBe("refused");
  expect(treeIn(set(file, "agent", 1, true))["agent"]).toBe(1);
  expect(treeIn(set(file, "agent.max_turns.deep", 1, true))["agent"]).toMatchObject({ max_turns: { deep: 1 } });
  expect(unset(file, "agent.nothing")).toBe("absent");
  expect(unset(file, "agent.max_turns.deep")).toBe("absent");
});

test("line ends, indentation and flow style are those of the file", () => {
  expect(set("a:\r\n    b: {c: 1}\r\n", "a.d", 2)).toBe("a:\r\n    b: {c: 1}\r\n    d: 2\r\n");
  const long = `a: ${"word ".repeat(60)}end\nb: 1\n`;
  expect(set(long, "b", 2)).toBe(long.replace("b: 1", "b: 2"));
});

const key = fc.constantFrom("a", "b", "no", "1", "x y", "ключ", "__proto__", "-", "#");
const scalar = fc.oneof(
  fc.string(),
  fc.string({ unit: "grapheme" }),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom("off", "null", "~", "1.0"),
);
const map = fc.dictionary(key, fc.oneof(scalar, fc.array(scalar), fc.dictionary(key, scalar)));

test("after a set the file holds the value and everything it held before; after an unset only the rest", () => {
  fc.assert(
    fc.property(
      map,
      fc.array(key, { minLength: 1, maxLength: 3 }),
      fc.oneof(scalar, fc.array(scalar)),
      (tree, path, value) => {
        const before = `# kept\n${leavesOf(tree).length === 0 ? "" : set("", "root", tree)}`;
        const full = ["root", ...path];
        const edit = setInText(before, full, value, false);
        if (edit.kind !== "changed") return; // a scalar or a list stood in the way
        expect(treeIn(edit.text)).toEqual(merge(treeIn(before), treeOf(full, value)));
        expect(edit.text).toContain("# kept");
        const back = unsetInText(edit.text, full);
        if (back.kind !== "changed") throw new Error(back.kind);
        expect(valueAt(treeIn(back.text), full)).toBeUndefined();
        expect(isMap(treeIn(back.text))).toBe(true);
      },
    ),
  );
});

test("a list gains and loses entries; its comments and the others stay", () => {
  const list = "allow:\n  # mine\n  - make * # builds\n  - ls\nnext: 1\n";
  expect(addToListInText(list, ["allow"], ["ls", "touch *"])).toEqual({
    kind: "changed",
    text: "allow:\n  # mine\n  - make * # builds\n  - ls\n  - touch *\nnext: 1\n",
  });
  expect(removeFromListInText(list, ["allow"], "ls")).toEqual({
    kind: "changed",
    text: "allow:\n  # mine\n  - make * # builds\nnext: 1\n",
  });
  expect(removeFromListInText(list, ["allow"], "rm")).toEqual({ kind: "absent" });
  expect(addToListInText("", ["allow"], ["a", "a"])).toEqual({ kind: "changed", text: "allow:\n  - a\n" });
  expect(addToListInText("allow: []\n", ["allow"], ["a"])).toEqual({ kind: "changed", text: "allow:\n  - a\n" });
  expect(addToListInText("allow: yes please\n", ["allow"], ["a"])).toMatchObject({ kind: "refused" });
});

test("what was added to a list is there as it was meant, and gone when it is taken out again", () => {
  const entries = fc.uniqueArray(fc.string({ unit: "grapheme", minLength: 1 }), { minLength: 1 });
  fc.assert(
    fc.property(entries, fc.string({ unit: "grapheme", minLength: 1 }), (before, entry) => {
      const text = set("", "allow", before);
      const added = addToListInText(text, ["allow"], [entry]);
      if (added.kind !== "changed") throw new Error(added.kind);
      expect(valueAt(treeIn(added.text), ["allow"])).toEqual([...new Set([...before, entry])]);
      const removed = removeFromListInText(added.text, ["allow"], entry);
      if (removed.kind !== "changed") throw new Error(removed.kind);
      expect(valueAt(treeIn(removed.text), ["allow"])).toEqual(before.filter((each) => each !== entry));
    }),
  );
});

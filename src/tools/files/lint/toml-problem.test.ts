import { expect, test } from "vitest";
import { tomlProblem } from "./toml-problem.ts";

test.each([
  "",
  "# only a comment",
  'title = "TOML Example"\n\n[owner]\nname = "Tom"\ndob = 1979-05-27T07:32:00-08:00\n\n[database]\nports = [ 8000, 8001 ]\ndata = [ ["delta", "phi"], [3.14] ]\ntemp = { cpu = 79.5, case = 72.0 }\n[servers.alpha]\nip = "10.0.0.1"\n',
  'bare_key = 1\n1234 = "v"\n"127.0.0.1" = "v"\n\'quoted "value"\' = "v"\n"" = "blank"\n',
  'physical.color = "orange"\nphysical.shape = "round"\nsite."google.com" = true\nfruit . flavor = "banana"\n',
  'a = """\nRoses \\\n\n   are red"""\nb = """Two: "". Three: ""\\"."""\nc = """"This," she said, "is it.""""\n',
  "winpath = 'C:\\Users\\x'\nre = '''I [dw]on't'''\nquote = ''''That,' she said, 'is it.''''\n",
  "a = +99\nb = 1_000\nc = 0xdead_beef\nd = 0o755\ne = 0b1101\nf = 6.626e-34\ng = -inf\nh = nan\n",
  "a = 1979-05-27 07:32:00Z\nb = 1979-05-27T00:32:00.999999\nc = 1979-05-27\nd = 07:32:00\n",
  'a = [\n  1,\n  2, # fine\n]\nb = [ { n = "x", m.k = 1 }, "y" ]\nc = {}\n',
  "[x.y.z]\n[x]\n[ j . \"k\" . 'l' ] # same\n",
  '[[fruits]]\nname = "a"\n[fruits.physical]\ncolor = "red"\n[[fruits.kinds]]\nname = "r"\n[[fruits]]\n[[fruits.kinds]]\n',
  "a = 1\r\nb = 2\r\n",
])("the example %j of toml.io is right", async (text) => expect(await tomlProblem(text)).toBeNull());

test.each([
  ["key = # INVALID", "line 1, column 7"],
  ['first = "Tom" last = "P"', "line 1, column 15"],
  ['= "no key"', "line 1, column 1"],
  ["a = 1\na = 2", "line 2, column 1: this key is there already"],
  ['a = 1\n"a" = 2', "line 2, column 1: this key is there already"],
  ["fruit.apple = 1\nfruit.apple.smooth = true", "line 2, column 1: this key is there already"],
  ["[fruit]\n[fruit]", "line 2, column 1: this table is there already"],
  ["[fruit]\napple.color = 1\n[fruit.apple]", "line 3, column 1: this table is there already"],
  ["fruits = []\n[[fruits]]", "line 2, column 1: this table is there already"],
  ["t = { n = 1 }\nt.e = 2", "line 2, column 1: this key is there already"],
  ["a = 01", "line 1, column 5"],
  ["a = 1__0", "line 1, column 5"],
  ["a = .7", "line 1, column 5"],
  ["a = 7.", "line 1, column 5"],
  ['a = "x\ny"', "line 1, column 5"],
  ['a = "\\q"', "line 1, column 5"],
  ["a = [1,", "line 1, column 8"],
  ["a = { b = 1", "line 1, column 12"],
  ["[a", "line 1, column 3"],
  ["a", "line 1, column 2"],
  ["a = 1979-13-27", "line 1, column 5"],
])("the mistake in %j is told with its place", async (text, place) =>
  expect(await tomlProblem(text)).toBe(`TOML is broken at ${place}`),
);

test("a deep nest and a long text are answered, not fallen over", async () => {
  expect(await tomlProblem(`a = ${"[".repeat(100_000)}`)).toContain("TOML is broken");
  expect(await tomlProblem(`a = """${"x".repeat(1_000_000)}"""`)).toBeNull();
});

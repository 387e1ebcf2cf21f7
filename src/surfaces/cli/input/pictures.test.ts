import { expect, test } from "vitest";
import { clipboardPicture, type ProgramEnd, type RunProgram } from "./clipboard-picture.ts";
import { pastedPath } from "./pasted-path.ts";
import { withPictures } from "./with-pictures.ts";

const stays = new AbortController().signal;

test("a dropped file is known by its path, however the terminal quotes it", () => {
  const dropped = [
    "/tmp/a.png",
    "'/tmp/a b.JPG' ",
    '"/tmp/a.gif"',
    "/tmp/a\\ b.webp",
    "file:///tmp/a%20b.png",
    "~/a.png",
  ];
  expect(dropped.map(pastedPath)).toEqual([
    "/tmp/a.png",
    "/tmp/a b.JPG",
    "/tmp/a.gif",
    "/tmp/a b.webp",
    "/tmp/a b.png",
    "~/a.png",
  ]);
});

test("other pasted text is text", () => {
  const texts = ["look at /tmp/a.png", "/tmp/a.txt", "a.png", "/a.png\n/b.png", "file://%zz", "x".repeat(5_000), ""];
  expect(texts.map(pastedPath)).toEqual(texts.map(() => null));
});

/** What each program does; one that is not named is not installed. */
function machine(programs: Readonly<Record<string, ProgramEnd>>): RunProgram {
  return async ([name]) => programs[name] ?? null;
}

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("the clipboard is read by the first program that has an image", async () => {
  const run = machine({
    "wl-paste": { code: 1, output: bytes("No selection") },
    xclip: { code: 0, output: bytes("PNG") },
  });
  expect(await clipboardPicture(run, stays)).toEqual({ kind: "image", bytes: bytes("PNG") });
});

test("under Windows the image comes in letters", async () => {
  const output = bytes(`${Buffer.from("PNG").toString("base64")}\r\n`);
  const found = await clipboardPicture(machine({ "powershell.exe": { code: 0, output } }), stays);
  expect(found.kind === "image" && Buffer.from(found.bytes).toString()).toBe("PNG");
});

test("no image and no program are different answers", async () => {
  expect(await clipboardPicture(machine({ pngpaste: { code: 1, output: bytes("") } }), stays)).toEqual({
    kind: "empty",
  });
  expect(await clipboardPicture(machine({}), stays)).toEqual({
    kind: "unreachable",
    programs: ["wl-paste", "xclip", "pngpaste", "powershell.exe"],
  });
});

test("a message of pictures alone has no empty words in it", () => {
  const part = { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } } as const;
  const pictures = [{ name: "a.png", bytes: 2_048, part }];
  expect(withPictures({ text: " ", pictures })).toEqual({
    content: [part],
    shown: "[image a.png, 2 KB]",
    referencesIn: " ",
  });
  expect(withPictures({ text: "see", pictures }).content).toEqual([{ type: "text", text: "see" }, part]);
});

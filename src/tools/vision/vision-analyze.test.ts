import { mkdtempSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { toolContext } from "../../../tests/support/tool-context.ts";
import { webServer } from "../../../tests/support/web-server.ts";
import { systemClock } from "../../app/system-clock.ts";
import type { ToolOutcome } from "../../domain/outcome.ts";
import { createImageCropper } from "../../provider/images/image-cropper.ts";
import { createImageShrinker } from "../../provider/images/image-shrinker.ts";
import { createGuardedFetch } from "../web/guarded-fetch.ts";
import { createVisionTool, type VisionDeps } from "./vision-analyze.ts";

const folder = mkdtempSync(join(tmpdir(), "hermes-vision-"));
const paths = { userHome: folder, hermesHome: join(folder, ".hermes"), roots: [folder], safeRoots: [] };
const said: ToolOutcome = { kind: "ok", content: "a red square" };

/** Half red, half blue. */
async function picture(width: number, height: number): Promise<Buffer> {
  const half = { width: Math.ceil(width / 2), height, channels: 3 as const };
  const blue = await sharp({ create: { ...half, background: "blue" } })
    .png()
    .toBuffer();
  const red = sharp({ create: { width, height, channels: 3, background: "red" } });
  return red
    .composite([{ input: blue, left: Math.floor(width / 2), top: 0 }])
    .png()
    .toBuffer();
}

async function look(args: Readonly<Record<string, unknown>>, changes: Partial<VisionDeps> = {}): Promise<ToolOutcome> {
  const rules = { allowPrivate: true, blockedHosts: [] };
  const tool = createVisionTool({
    fetch: createGuardedFetch({ rules, resolve: async () => [], clock: systemClock }),
    paths,
    shrink: createImageShrinker(),
    crop: createImageCropper(),
    isShown: () => true,
    describe: async () => said,
    ...changes,
  });
  const prepared = tool.prepare({ question: "what is it?", ...args });
  if (prepared.kind === "invalid") throw new Error(prepared.problems.join());
  return prepared.call.run(toolContext({ cwd: folder }));
}

function imageIn(outcome: ToolOutcome): string {
  const parts = outcome.kind === "ok" && typeof outcome.content !== "string" ? outcome.content : [];
  return parts.flatMap((part) => (part.type === "image_url" ? [part.image_url.url] : [])).join();
}

async function sizeOf(url: string) {
  const bytes = Buffer.from(url.slice(url.indexOf(",") + 1), "base64");
  const { width, height } = await sharp(bytes).metadata();
  return { width, height, colour: [...(await sharp(bytes).resize(1, 1).removeAlpha().raw().toBuffer())] };
}

test("[SF-T33] HTML with the name of an image and 60 MB are errors, and a model that cannot see gets words", async () => {
  writeFileSync(join(folder, "page.png"), "<!doctype html><p>no image</p>");
  writeFileSync(join(folder, "huge.png"), "");
  truncateSync(join(folder, "huge.png"), 60_000_000);
  expect(await look({ image_url: "page.png" })).toEqual({
    kind: "error",
    message: "Cannot look at page.png: it is no PNG, JPEG, GIF or WebP image, whatever its name says.",
  });
  const tooLarge = { kind: "error", message: "Cannot look at huge.png: it is larger than 50 MB." };
  expect(await look({ image_url: "huge.png" })).toEqual(tooLarge);
  const server = await webServer(() => ({ body: "", headers: { "content-length": "60000000" } }));
  expect(await look({ image_url: server.url })).toMatchObject({
    message: `Cannot look at ${server.url}: larger than 50 MB.`,
  });

  writeFileSync(join(folder, "a.png"), await picture(4, 2));
  const asked: string[] = [];
  const blind = {
    isShown: () => false,
    describe: async (url: string, question: string) => (asked.push(url.slice(0, 22), question), said),
  };
  expect(await look({ image_url: "a.png" }, blind)).toBe(said);
  expect(asked).toEqual(["data:image/png;base64,", "what is it?"]);
});

test("an image is shown from disk, from the web and from a data URL, by what its bytes are", async () => {
  const bytes = await picture(4, 2);
  writeFileSync(join(folder, "photo.jpg"), bytes); // a PNG
  const server = await webServer(() => ({ type: "text/plain", body: bytes }));
  const url = `data:image/png;base64,${bytes.toString("base64")}`;
  const outcomes = await Promise.all(
    ["photo.jpg", "~/photo.jpg", `${server.url}/x`, url.replace("image/png", "image/gif")].map((image_url) =>
      look({ image_url }),
    ),
  );
  expect(outcomes.map(imageIn)).toEqual([url, url, url, url]);
  expect(outcomes[0]).toMatchObject({ content: [{ type: "text", text: "photo.jpg: what is it?" }, {}] });
});

test("a region is cut out before anything is scaled, in pixels or in shares", async () => {
  writeFileSync(join(folder, "wide.png"), await picture(200, 100));
  const part = async (region: readonly number[]) => sizeOf(imageIn(await look({ image_url: "wide.png", region })));
  expect(await part([0, 0, 50, 20])).toEqual({ width: 50, height: 20, colour: [255, 0, 0] });
  expect(await part([0.5, 0, 0.5, 1])).toEqual({ width: 100, height: 100, colour: [0, 0, 255] });
  expect(await part([190, 90, 500, 500])).toEqual({ width: 10, height: 10, colour: [0, 0, 255] });
  expect(await look({ image_url: "wide.png", region: [300, 0, 10, 10] })).toMatchObject({
    message: "Cannot look at wide.png: region lies outside the image, which has 200 x 100 pixels.",
  });
  const crop = createImageCropper(() => Promise.reject(new Error("not installed")));
  expect(await look({ image_url: "wide.png", region: [0, 0, 9, 9] }, { crop })).toMatchObject({ kind: "error" });
});

test("an image with a side over 7900 pixels is scaled down", async () => {
  writeFileSync(join(folder, "long.png"), await picture(9_000, 10));
  expect(await sizeOf(imageIn(await look({ image_url: "long.png" })))).toMatchObject({ width: 7_900 });
});

async function problemWith(image_url: string): Promise<string> {
  const outcome = await look({ image_url });
  return outcome.kind === "error" ? outcome.message : "";
}

test("what may not be read is not looked at, through a link neither, and other schemes not at all", async () => {
  writeFileSync(join(folder, ".env"), await picture(4, 2));
  symlinkSync(join(folder, ".env"), join(folder, "link.png"));
  expect(await problemWith(".env")).toContain("reading it is denied");
  expect(await problemWith("link.png")).toContain("reading it is denied");
  expect(await problemWith("file:///etc/passwd")).toContain("only http");
  expect(await problemWith("http://169.254.169.254/x.png")).toContain("cloud metadata address");
  expect(await problemWith("missing.png")).toContain("no such file");
  expect(await problemWith(folder)).toContain("not an ordinary file");
  expect(await problemWith("data:image/png,abc")).toContain("base64");
});

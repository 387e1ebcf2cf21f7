import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { takePicture, textOf } from "../tools/picture/take-picture.ts";

const svg = readFileSync(resolve(import.meta.dirname, "../docs/picture.svg"), "utf8");
const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };

/** How long things took is the machine's, and what the prompt weighs changes with its words. */
const words = (text: string): readonly string[] =>
  text
    .replaceAll(/\d+(?:\.\d+)?K?/g, "0")
    .split(/\s+/)
    .filter((word) => word !== "");

test("the picture of the documentation shows what the same run shows today; `npm run picture` takes it anew", async () => {
  const texts = [...svg.matchAll(/<text [^>]*textLength[^>]*>([^<]*)</g)].map(([, text = ""]) =>
    text.replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole),
  );
  expect(words(texts.join(" ")).join("")).toEqual(words(textOf(await takePicture())).join(""));
});

test("the picture needs nothing from outside and shows nothing of the machine it was taken on", () => {
  expect(svg).not.toMatch(/href|<script|<image|@import|url\(|\/tmp\/|hermes-picture/);
  expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toContain("://");
});

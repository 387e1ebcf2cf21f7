import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fakePlatform, answers } from "../../../../tests/support/fake-platform.ts";
import { chat, turn, voiceOf, voicesWorld } from "../../../../tests/support/voices-world.ts";
import type { MediaKind } from "../../../domain/platform.ts";
import { directed } from "./directives.ts";
import { mediaFor, type MediaRules } from "./outbound-media.ts";

const home = realpathSync(mkdtempSync(join(tmpdir(), "media-")));
afterAll(() => rmSync(home, { recursive: true }));
const workspace = join(home, "work");
const outside = join(home, "elsewhere");
const nowMs = 1_750_000_000_000;
const rules: MediaRules = {
  folders: [workspace],
  paths: { userHome: home, hermesHome: join(home, ".hermes"), roots: [workspace], safeRoots: [] },
};
const everyKind: readonly MediaKind[] = ["image", "audio", "video", "document"];

function file(folder: string, name: string, ageMs: number): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, "content");
  utimesSync(path, (nowMs - ageMs) / 1_000, (nowMs - ageMs) / 1_000);
  return path;
}

const dayMs = 86_400_000;
const old = file(workspace, "old.png", dayMs);
file(outside, "old.png", dayMs);
file(outside, "fresh.mp3", 60_000);
file(workspace, ".env", 0);
file(join(home, ".ssh"), "id_rsa", 0);
symlinkSync(join(home, ".ssh", "id_rsa"), join(workspace, "harmless.txt"));
symlinkSync(join(outside, "old.png"), join(workspace, "link.png"));
mkdirSync(join(workspace, "folder.png"));
for (const folder of ["logs", "memories", "cache/spill", "cache"]) file(join(home, ".hermes", folder), "ours.txt", 0);

test.each([
  ["work/old.png", "image image/png"],
  ["elsewhere/fresh.mp3", "audio audio/mpeg"],
  ["elsewhere/old.png", "(old.png is not attached: files from there are not sent)"],
  ["work/link.png", "(link.png is not attached: files from there are not sent)"],
  ["work/harmless.txt", "(harmless.txt is not attached: files from there are not sent)"],
  ["work/.env", "(.env is not attached: files from there are not sent)"],
  [".ssh/id_rsa", "(id_rsa is not attached: files from there are not sent)"],
  [".hermes/logs/ours.txt", "(ours.txt is not attached: files from there are not sent)"],
  [".hermes/memories/ours.txt", "(ours.txt is not attached: files from there are not sent)"],
  [".hermes/cache/spill/ours.txt", "(ours.txt is not attached: files from there are not sent)"],
  [".hermes/cache/ours.txt", "document text/plain"],
  ["work/none.png", "(none.png is not attached: there is no such file)"],
  ["work/folder.png", "(folder.png is not attached: there is no such file)"],
])("%s: %s", (path, told) => {
  const verdict = mediaFor({ path: join(home, path), asDocument: false }, everyKind, rules, nowMs);
  expect(verdict.kind === "media" ? `${verdict.media.kind} ${verdict.media.mime}` : verdict.text).toBe(told);
});

test("a file of the system is not sent, however fresh", () => {
  const path = "/etc/hostname";
  expect(mediaFor({ path, asDocument: false }, everyKind, { ...rules, folders: ["/"] }, nowMs)).toMatchObject({
    kind: "note",
  });
});

test("what a platform cannot show goes as a file, or is named", () => {
  expect([kindOn(everyKind, true), kindOn(["document"], false), kindOn(["image"], true), kindOn([], false)]).toEqual([
    `document ${old}`,
    `document ${old}`,
    "(old.png is not attached: this platform cannot take it)",
    "(old.png is not attached: this platform cannot take it)",
  ]);
});

test("directives are taken out of an answer, but not out of its code", () => {
  expect(directed("a\nMEDIA: `/x y.png`\nb\n```\nMEDIA:/z.png\n```\n[[as_document]]")).toEqual({
    text: "a\nb\n```\nMEDIA:/z.png\n```",
    paths: ["/x y.png"],
    asDocument: true,
  });
  expect(directed("The word MEDIA: stands here. ")).toEqual({
    text: "The word MEDIA: stands here. ",
    paths: [],
    asDocument: false,
  });
});

test("files come below the text; one that the platform refuses is named", async () => {
  const platform = fakePlatform();
  const world = voicesWorld(platform, {}, { media: rules });
  const show = voiceOf(world).follow(turn);
  platform.script(
    "media",
    answers({ ok: true, messageId: "f1" }),
    answers({ ok: false, kind: "rejected", error: "too big" }),
  );
  await world.clock.runUntil(show.finish(`Look:\nMEDIA:${old}\nMEDIA:old.png`));
  const media = { kind: "image", path: old, mime: "image/png", name: "old.png", caption: null };
  expect(platform.acts).toMatchObject([
    { did: "send", text: "Look:" },
    { did: "media", chat, media },
    { did: "media", chat, media },
    { did: "send", text: "(old.png could not be attached)" },
  ]);
});

function kindOn(able: readonly MediaKind[], asDocument: boolean): string {
  const verdict = mediaFor({ path: "old.png", asDocument }, able, rules, nowMs);
  return verdict.kind === "media" ? `${verdict.media.kind} ${verdict.media.path}` : verdict.text;
}

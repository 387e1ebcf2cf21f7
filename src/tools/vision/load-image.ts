import { readBounded } from "../../disk/bounded-read.ts";
import { imageType } from "../../disk/image-type.ts";
import { absolutePath, readVerdict, type PathRules } from "../../safety/paths.ts";
import { diskProblem } from "../files/file-kind.ts";
import type { GuardedFetch } from "../web/guarded-fetch.ts";

export type LoadImageDeps = { readonly fetch: GuardedFetch; readonly paths: PathRules };

/** A data URL whose type is what its bytes say. */
export type LoadedImage =
  | { readonly kind: "image"; readonly url: string }
  | { readonly kind: "problem"; readonly why: string };

const mostBytes = 50_000_000;
const fetchMs = 60_000;

/** An image from the web, from disk, or written out in the call itself. */
export async function loadImage(
  source: string,
  { cwd, signal }: { readonly cwd: string; readonly signal: AbortSignal },
  deps: LoadImageDeps,
): Promise<LoadedImage> {
  const bytes = await bytesOf(source, { cwd, signal }, deps);
  if (typeof bytes === "string") return problem(bytes);
  const type = imageType(bytes);
  if (type === null) return problem("it is no PNG, JPEG, GIF or WebP image, whatever its name says");
  return { kind: "image", url: `data:${type};base64,${bytes.toString("base64")}` };
}

async function bytesOf(
  source: string,
  { cwd, signal }: { readonly cwd: string; readonly signal: AbortSignal },
  { fetch, paths }: LoadImageDeps,
): Promise<Buffer | string> {
  if (/^data:/iu.test(source)) return fromDataUrl(source);
  if (/^https?:/iu.test(source)) return fromWeb(source, fetch, signal);
  if (/^[a-z][a-z\d+.-]*:\/\//iu.test(source)) return "only http, https and data URLs and paths are read";
  return fromDisk(absolutePath(source, cwd, paths.userHome), paths);
}

async function fromWeb(url: string, fetch: GuardedFetch, signal: AbortSignal): Promise<Buffer | string> {
  const headers = { accept: "image/png,image/jpeg,image/gif,image/webp;q=0.9,*/*;q=0.5" };
  const answer = await fetch({ url, headers, maxBytes: mostBytes, timeoutMs: fetchMs }, signal);
  if (answer.kind === "failed") return answer.reason;
  return answer.status >= 400 ? `the server answered ${answer.status}` : answer.bytes;
}

function fromDataUrl(url: string): Buffer | string {
  const [head = ""] = url.slice(0, 200).split(",", 1);
  if (!/;base64$/iu.test(head)) return "a data URL must hold base64";
  if (url.length > mostBytes * 1.4) return tooLarge;
  return Buffer.from(url.slice(head.length + 1), "base64");
}

const tooLarge = `it is larger than ${mostBytes / 1_000_000} MB`;

function fromDisk(absolute: string, paths: PathRules): Buffer | string {
  const verdict = readVerdict(absolute, paths);
  if (verdict.kind === "denied") return `reading it is denied, ${verdict.because}`;
  try {
    const file = readBounded(absolute, mostBytes);
    switch (file.kind) {
      case "read":
        return file.bytes;
      case "too-long":
        return tooLarge;
      case "missing":
        return "there is no such file";
      case "not-a-file":
        return "it is not an ordinary file";
    }
  } catch (error) {
    return diskProblem(error);
  }
}

function problem(why: string): LoadedImage {
  return { kind: "problem", why };
}

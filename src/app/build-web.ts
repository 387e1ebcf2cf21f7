import { homedir } from "node:os";
import type { CommandContext } from "../commands/command.ts";
import type { Settings } from "../config/schema/settings.ts";
import type { Auxiliary } from "../domain/auxiliary.ts";
import { endpointKey } from "../domain/endpoint-memory.ts";
import type { Log } from "../domain/log.ts";
import type { Runtime } from "../domain/runtime.ts";
import type { Secret } from "../domain/secret.ts";
import type { Tool } from "../domain/tool.ts";
import type { ReadPage, WebBackend } from "../domain/web-backend.ts";
import { createImageCropper } from "../provider/images/image-cropper.ts";
import { createImageShrinker } from "../provider/images/image-shrinker.ts";
import { takesToolImages } from "../provider/tool-images.ts";
import type { PathRules } from "../safety/paths.ts";
import type { UrlRules } from "../safety/urls/judge-url.ts";
import { webPhrases as say } from "../text/phrases/web.ts";
import { createDescribe } from "../tools/vision/describe.ts";
import { createVisionTool } from "../tools/vision/vision-analyze.ts";
import { builtinBackends } from "../tools/web/backends/builtin.ts";
import { readBlocklists } from "../tools/web/blocklists.ts";
import { type BackendChoice, chooseBackend } from "../tools/web/choose-backend.ts";
import type { GuardedFetch } from "../tools/web/guarded-fetch.ts";
import { shortPages } from "../tools/web/short-pages.ts";
import { createWebExtractTool } from "../tools/web/web-extract.ts";
import { createWebSearchTool } from "../tools/web/web-search.ts";
import { later } from "./later.ts";
import type { ProcessMemory } from "./process-memory.ts";

export type WebRequestParts = {
  readonly settings: Settings;
  readonly secrets: { readonly secret: (name: string) => Secret | null };
  readonly context: Pick<CommandContext, "clock" | "env">;
  readonly runtime: Runtime;
  readonly memory: Pick<ProcessMemory, "endpoints">;
  readonly auxiliary?: Auxiliary;
  readonly extensions?: { readonly webBackends?: readonly WebBackend[] };
  readonly log: Log;
  readonly paths: PathRules;
  readonly redact: (text: string) => string;
  readonly spillFolder: string;
};

export type BuiltWeb = {
  readonly tools: readonly Tool[];
  /** For pages a person points at; long ones are cut. */
  readonly readPage: ReadPage;
  /** For the person: what of the settings could not be followed. */
  readonly warnings: readonly string[];
};

const searchMs = 20_000;

/** The tools that reach the web, all through one guarded way out. */
export function buildWeb(request: WebRequestParts): BuiltWeb {
  const { settings, secrets, redact, spillFolder, log } = request;
  const { rules, warnings: unreadable } = urlRules(request);
  const { search, extract } = backendsOf(request);
  const { clock } = request.context;
  const wayOut = later(async () => {
    const { openWayOut } = await import("./web-way-out.ts");
    return openWayOut(extract.backend, { rules, clock, secrets });
  });
  const fetch: GuardedFetch = async (...asked) => (await wayOut()).fetch(...asked);
  const readPage: ReadPage = async (...asked) => (await wayOut()).readPage(...asked);
  const charLimit = settings.web.extract_char_limit;
  const access = { fetch, variable: secrets.secret, timeoutMs: searchMs };
  const tools = [
    createWebExtractTool({ readPage, charLimit, spillFolder, redact }),
    ...(search.backend === null ? [] : [createWebSearchTool({ backend: search.backend, access })]),
    visionTool(request, fetch),
  ];
  const warnings = [search.warning, extract.warning].filter((text) => text !== null).concat(unreadable);
  for (const text of warnings) log("warning", "web.setting", { text });
  return { tools, readPage: shortPages(readPage, charLimit), warnings };
}

function urlRules({ settings, context }: WebRequestParts): { rules: UrlRules; warnings: readonly string[] } {
  const { allow_private_urls: allowPrivate, website_blocklist: list } = settings.security;
  if (!list.enabled) return { rules: { allowPrivate, blockedHosts: [] }, warnings: [] };
  const shared = readBlocklists(list.shared_files, context.env["HOME"] ?? homedir());
  const warnings = shared.problems.map(({ path, why }) => say.blocklistUnreadable(path, why));
  return { rules: { allowPrivate, blockedHosts: [...list.domains, ...shared.hosts] }, warnings };
}

/** `auto` reads pages from this machine: no service has to hear of them. */
function backendsOf({ settings, secrets, extensions = {} }: WebRequestParts) {
  const { backend, search_backend: search, extract_backend: extract } = settings.web;
  const all = [...(extensions.webBackends ?? []), ...builtinBackends];
  const isSet = (name: string): boolean => secrets.secret(name) !== null;
  const searches = search === "" ? { key: "web.backend", name: backend } : { key: "web.search_backend", name: search };
  const reads = { key: "web.extract_backend", name: extract === "auto" ? "" : extract };
  return { search: chooseBackend(searches, all, isSet), extract: thatReads(chooseBackend(reads, all, isSet)) };
}

function thatReads(choice: BackendChoice): BackendChoice {
  if (choice.backend === null || choice.backend.extract !== undefined) return choice;
  return { backend: null, warning: say.cannotExtract(choice.backend.name) };
}

function visionTool({ paths, runtime, memory, auxiliary }: WebRequestParts, fetch: GuardedFetch): Tool {
  const refusesParts = (): boolean => memory.endpoints.textTools.has(endpointKey(runtime));
  return createVisionTool({
    fetch,
    paths,
    shrink: createImageShrinker(),
    crop: createImageCropper(),
    isShown: () => runtime.traits.vision && takesToolImages(runtime) && !refusesParts(),
    describe: createDescribe(auxiliary === undefined ? null : { auxiliary, runtime }),
  });
}

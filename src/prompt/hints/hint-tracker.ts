import { realpathSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { gitRoot } from "../../disk/git-root.ts";
import type { Clock } from "../../domain/clock.ts";
import type { DirectoryHint, DirectoryHints, HintedCall } from "../../domain/directory-hints.ts";
import type { Log } from "../../domain/log.ts";
import type { Message } from "../../domain/message.ts";
import { cutHead } from "../context-files/cut.ts";
import { readSource, type Source, type SourcePlace } from "../context-files/read-source.ts";
import { blockedMarker, blockersOf, labelOf } from "../context-files/screen.ts";
import { foldersOf, type HintRange } from "./folders-of.ts";

export type HintPlace = Pick<SourcePlace, "userHome" | "hermesHome"> & {
  readonly cwd: string;
  /** Digests of what the system prompt already says. */
  readonly known: readonly string[];
  readonly clock: Clock;
  readonly log: Log;
};

const names = ["AGENTS.md", "CLAUDE.md", ".cursorrules"];
const mostChars = 8_000;
const mostFiles = 2; // per result
const mostMs = 100;

/** Remembers where a session has been. The working directory itself is in the system prompt or was outranked there. */
export function createHintTracker(place: HintPlace): DirectoryHints {
  const root = realFolder(place.cwd);
  const state: State = {
    root,
    visited: new Set([root]),
    asked: new Map(),
    told: new Map(),
    known: new Set(place.known),
  };
  const around: Around = { ...place, root: gitRoot(root) ?? root };
  return {
    after: (call) => guarded(() => hintAfter(call, state, around), place.log),
    follow: (history) => follow(history, state),
  };
}

type Around = HintPlace & SourcePlace;

type State = Pick<HintRange, "root"> & {
  readonly visited: Set<string>;
  /** The folder behind each path that was named, so that a path costs a look at the disk once. */
  readonly asked: Map<string, string | null>;
  /** The digest of what was told, by folder. */
  readonly told: Map<string, string>;
  readonly known: ReadonlySet<string>;
};

function hintAfter(call: HintedCall, state: State, around: Around): DirectoryHint | null {
  const startedMs = around.clock.now();
  const found: { readonly folder: string; readonly text: string }[] = [];
  for (const folder of foldersOf(
    call,
    { root: state.root, userHome: around.userHome, asked: state.asked },
    state.visited,
  )) {
    if (found.length === mostFiles || around.clock.now() - startedMs > mostMs) break; // the rest waits for its next call
    state.visited.add(folder);
    const text = textFor(folder, state, around);
    if (text !== null) found.push({ folder, text });
  }
  if (found.length === 0) return null;
  return { text: found.map(({ text }) => text).join(""), dirs: found.map(({ folder }) => seenFrom(state, folder)) };
}

function textFor(folder: string, state: State, around: Around): string | null {
  for (const name of names) {
    const { source } = readSource(folder, name, around);
    if (source === null) continue;
    if (state.known.has(source.sha256) || [...state.told.values()].includes(source.sha256)) return null;
    state.told.set(folder, source.sha256);
    const label = labelOf(seenFrom(state, join(folder, name)));
    return `\n\n[Directory context loaded: ${label}]\n${contentOf(source, label, around)}`;
  }
  return null;
}

function contentOf(source: Source, label: string, { log }: Around): string {
  const ids = blockersOf(source, "context");
  if (ids.length === 0) return cutHead(source, label, mostChars);
  log("warning", "hint.blocked", { label, ids });
  return blockedMarker(label, ids);
}

/** Only what the messages carry beside their text counts: any page could contain our headline. */
function follow(history: readonly Message[], { root, visited, told }: State): void {
  const carried = history.flatMap((message) => (message.role === "tool" ? (message.hint_dirs ?? []) : []));
  const alive = new Set(carried.map((dir) => resolve(root, dir)));
  for (const folder of told.keys()) {
    if (alive.has(folder)) continue;
    told.delete(folder);
    visited.delete(folder);
  }
  for (const folder of alive) visited.add(folder);
}

function seenFrom({ root }: State, path: string): string {
  return relative(root, path).replaceAll("\\", "/");
}

function guarded(work: () => DirectoryHint | null, log: Log): DirectoryHint | null {
  try {
    return work();
  } catch (error) {
    log("warning", "hint.failed", { error: String(error) });
    return null; // a result never suffers from what would only have been added to it
  }
}

function realFolder(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

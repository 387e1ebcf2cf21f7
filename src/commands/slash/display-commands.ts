import { EffortSchema } from "../../domain/runtime.ts";
import { slashPhrases as say } from "../../text/phrases/slash.ts";
import type { Display } from "./display.ts";
import { refusal, said, type SlashCommand, type SlashContext, type SlashOutcome } from "./slash-command.ts";

const modes = ["interrupt", "queue", "steer"] as const;
const efforts = EffortSchema.options;
const toolViews = ["off", "new", "all", "verbose"] as const;
const views = { show: "clamped", hide: "hidden", full: "full" } as const;

export const busyCommand: SlashCommand = {
  name: "busy",
  aliases: [],
  usage: "[interrupt|queue|steer]",
  summary: say.busySummary,
  busy: "run",
  run: (rest, { display }) => {
    if (display === undefined) return refusal(say.noScreen("busy"));
    if (rest === "") return said(say.busyMode(display.busyMode));
    const busyMode = modes.find((mode) => mode === rest.toLowerCase());
    if (busyMode === undefined) return refusal(say.usage("busy", "[interrupt|queue|steer]"));
    return { kind: "display", change: { busyMode }, text: say.busyMode(busyMode) };
  },
};

export const reasoningCommand: SlashCommand = {
  name: "reasoning",
  aliases: [],
  usage: `show|hide|full|${efforts.join("|")}`,
  summary: say.reasoningSummary,
  busy: "run",
  run: (rest, context) => {
    const word = rest.toLowerCase();
    if (word === "show" || word === "hide" || word === "full") return seen(views[word], context);
    const effort = efforts.find((each) => each === word);
    if (effort === undefined) return refusal(say.usage("reasoning", `show|hide|full|${efforts.join("|")}`));
    if (context.isBusy) return refusal(say.busy(`reasoning ${effort}`));
    const isOn = effort !== "none";
    const reasoning = { enabled: isOn, effort: isOn ? effort : null };
    return { kind: "effort", reasoning, text: say.effortIs(effort) };
  },
};

export const verboseCommand: SlashCommand = {
  name: "verbose",
  aliases: [],
  usage: `[${toolViews.join("|")}]`,
  summary: say.verboseSummary,
  busy: "run",
  run: (rest, { display }) => {
    if (display === undefined) return refusal(say.noScreen("verbose"));
    const toolView = rest === "" ? nextView(display.toolView) : toolViews.find((view) => view === rest.toLowerCase());
    if (toolView === undefined) return refusal(say.usage("verbose", `[${toolViews.join("|")}]`));
    return { kind: "display", change: { toolView }, text: say.toolView[toolView] };
  },
};

function nextView(view: Display["toolView"]): Display["toolView"] {
  return toolViews[(toolViews.indexOf(view) + 1) % toolViews.length] ?? "all";
}

export const statusBarCommand: SlashCommand = switched("statusbar", "showsStatusBar", say.statusBarSummary);

export const timestampsCommand: SlashCommand = switched("timestamps", "showsTimes", say.timestampsSummary);

function seen(reasoningView: Display["reasoningView"], { display }: SlashContext): SlashOutcome {
  if (display === undefined) return refusal(say.noScreen("reasoning"));
  return { kind: "display", change: { reasoningView }, text: say.reasoningView[reasoningView] };
}

/** A command that turns one thing of the screen on or off; without a word, the other way round. */
function switched(name: string, key: "showsStatusBar" | "showsTimes", summary: string): SlashCommand {
  return {
    name,
    aliases: [],
    usage: "[on|off]",
    summary,
    busy: "run",
    run: (rest, { display }) => {
      if (display === undefined) return refusal(say.noScreen(name));
      const word = rest.toLowerCase();
      if (word !== "" && word !== "on" && word !== "off") return refusal(say.usage(name, "[on|off]"));
      const isOn = word === "" ? !display[key] : word === "on";
      return { kind: "display", change: { [key]: isOn }, text: say.switched(name, isOn) };
    },
  };
}

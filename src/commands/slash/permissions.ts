import { slashPhrases as say } from "../../text/phrases/slash.ts";
import { refusal, said, type SlashCommand } from "./slash-command.ts";

const modes = ["manual", "smart", "off"] as const;

export const planCommand: SlashCommand = {
  name: "plan",
  aliases: [],
  usage: "[on|off]",
  summary: say.planSummary,
  busy: "run",
  run: (rest, { session }) => {
    const word = rest.toLowerCase();
    if (word !== "" && word !== "on" && word !== "off") return refusal(say.usage("plan", "[on|off]"));
    return said(say.editsMode(session.approvals.plan(word === "" ? undefined : word === "on")));
  },
};

export const yoloCommand: SlashCommand = {
  name: "yolo",
  aliases: [],
  usage: "",
  summary: say.yoloSummary,
  busy: "run",
  run: (_, { session }) => {
    session.approvals.yolo = !session.approvals.yolo;
    return said(session.approvals.yolo ? say.yoloOn : say.yoloOff);
  },
};

export const approvalsCommand: SlashCommand = {
  name: "approvals",
  aliases: [],
  usage: "[manual|smart|off]",
  summary: say.approvalsSummary,
  busy: "run",
  run: async (rest, { session, world, choose }) => {
    const { approvals } = session;
    if (rest === "") return said(say.approvals(approvals.mode, approvals.edits, approvals.grants));
    const mode = modes.find((each) => each === rest.toLowerCase());
    if (mode === undefined) return refusal(say.usage("approvals", "[manual|smart|off]"));
    if (mode === "off" && (await choose(say.confirmOff, [say.yes, say.no])) !== say.yes) return refusal(say.kept);
    const kept = await world.command(["config", "set", "approvals.mode", mode]);
    if (kept.code !== 0) return refusal(kept.text);
    approvals.mode = mode;
    return said(say.approvals(approvals.mode, approvals.edits, approvals.grants));
  },
};

import { hasFlag, type Call, type Rule } from "./rule.ts";

type Looks = (call: Call) => boolean;

const always: Looks = ({ args }) => !args.some((arg) => /^--?(?:help|version)$/.test(arg));

/** Programs that show what a person copies, sees, types or sends. */
const watchers: ReadonlyMap<string, Looks> = new Map<string, Looks>([
  ..."pbpaste wl-paste get-clipboard screencapture scrot grim maim gnome-screenshot spectacle flameshot tcpdump tshark dumpcap ngrep mitmproxy mitmdump arecord xwd logkeys"
    .split(" ")
    .map((name) => [name, always] as const),
  ["xclip", ({ args }) => hasFlag(args, "o", ["out"]) || args.includes("-out")],
  ["xsel", ({ args }) => !hasFlag(args, "ic", ["input", "clear"])],
  ["import", ({ args }) => args.includes("-window")],
  ["xinput", ({ args }) => args.some((arg) => arg.startsWith("test"))],
  ["ffmpeg", ({ args }) => args.some((arg) => /^(?:x11grab|avfoundation|gdigrab|v4l2|pulse|alsa|kmsgrab)$/.test(arg))],
]);

export const watchingRules: readonly Rule[] = [
  {
    family: "secret read or exfiltration",
    ask: "always",
    persistable: false,
    id: "watching",
    description: "look at the clipboard, the screen, the keys or the traffic of this machine",
    hits: (call) => watchers.get(call.program)?.(call) === true,
    examples: {
      hit: [
        "pbpaste",
        "xclip -o",
        "xclip -selection clipboard -o",
        "wl-paste",
        "screencapture x.png",
        "tcpdump -i any",
        "ffmpeg -f x11grab -i :0 x.mp4",
      ],
      miss: ["echo x | xclip -i", "pbcopy < x", "ffmpeg -i a.mp4 b.gif", "tcpdump --version"],
    },
  },
];

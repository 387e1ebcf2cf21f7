import type { GuardFinding } from "./finding.ts";

type TextRule = Pick<GuardFinding, "rule" | "severity"> & { readonly signs: readonly RegExp[] };

/** Commands no skill needs. Every pattern looks at one line and has no nested repetition, so it is quick on any text. */
const textRules: readonly TextRule[] = [
  {
    rule: "destructive_command",
    severity: "critical",
    signs: [
      /\brm\s+(?:-[a-z-]+\s+){1,6}["']?(?:\/|~|\$\{?HOME\}?)\/?\*?["']?(?:\s|$|[;&|`])/i,
      /\bmkfs(?:\.\w+)?\s+\S*\/dev\//i,
      /\bdd\b[^\n]{0,200}\bof=\/dev\/(?:sd|nvme|vd|hd|disk|mapper)/i,
      />\s*\/dev\/(?:sd|nvme|vd|hd)[a-z0-9]/i,
      /:\(\)\s*\{\s*:\s*\|\s*:\s*&\s*\}\s*;\s*:/,
    ],
  },
  {
    rule: "persistence",
    severity: "high",
    signs: [
      /\bcrontab\s+(?!-l\b)\S/i,
      /\/etc\/(?:cron|sudoers|rc\.local|systemd|profile)/i,
      />>?\s*["']?(?:~|\$\{?HOME\}?)\/\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv)\b/i,
      /\bsystemctl\s+(?:--user\s+)?enable\b/i,
      /\blaunchctl\s+(?:load|bootstrap)\b/i,
      /authorized_keys/i,
    ],
  },
  {
    rule: "reverse_shell",
    severity: "critical",
    signs: [
      /\/dev\/tcp\//i,
      /\b(?:nc|ncat|netcat)\s[^\n]{0,100}-(?:e|c)\s/i,
      /\bsocat\b[^\n]{0,200}\bexec:/i,
      /\bmkfifo\b[^\n]{0,200}\|\s*(?:nc|ncat|netcat)\b/i,
      /\bsocket\.socket\([^\n]{0,300}\b(?:dup2|subprocess|pty\.spawn)\b/i,
    ],
  },
  {
    rule: "tunnel_or_drop_host",
    severity: "high",
    signs: [
      /\b(?:ngrok|cloudflared\s+tunnel|localtunnel|serveo\.net|bore\s+local)\b/i,
      /\b(?:pastebin\.com|paste\.ee|hastebin\.com|transfer\.sh|file\.io|0x0\.st|termbin\.com)\b/i,
      /\b(?:webhook\.site|requestbin|pipedream\.net|hooks\.slack\.com|discord(?:app)?\.com\/api\/webhooks)\b/i,
    ],
  },
  {
    rule: "encoded_command",
    severity: "critical",
    signs: [
      /\bbase64\s+(?:-d|-D|--decode)\b[^\n]{0,200}\|\s*(?:ba|z|da)?sh\b/i,
      /\b(?:curl|wget)\b[^\n|]{0,300}\|\s*(?:sudo\s+)?(?:(?:ba|z|da)?sh|python3?|node|perl)\b/i,
      /\b(?:eval|exec)\s*\(\s*(?:base64|atob|bytes\.fromhex|codecs\.decode|zlib)/i,
      /\bpowershell\b[^\n]{0,100}-e(?:nc|ncodedcommand)?\s/i,
      /\bxxd\s+-r\b[^\n]{0,200}\|\s*(?:ba|z|da)?sh\b/i,
    ],
  },
  {
    rule: "credential_folder",
    severity: "high",
    signs: [
      /(?:~|\$\{?HOME\}?|\/root|\/home\/[^/\s]{1,64})\/\.(?:ssh|aws|gnupg|kube|docker|azure|config\/gh)\b/i,
      /(?:~|\$\{?HOME\}?)\/\.(?:netrc|pgpass|npmrc|pypirc|git-credentials)\b/i,
    ],
  },
];

export function findInText(text: string, file: string): readonly GuardFinding[] {
  return textRules
    .filter(({ signs }) => signs.some((sign) => sign.test(text)))
    .map(({ rule, severity }) => ({ rule, severity, file }));
}

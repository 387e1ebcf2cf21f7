/**
 * Phrases by class. Words stand apart by spaces, `a|b` is either word, `~4` allows up to four words in between,
 * `^a` only begins and `a$` only ends a sentence.
 */
export type PhraseRules = Readonly<Record<string, readonly string[]>>;

const user = "user|operator|human";
const theUser = `the|your ${user}`;
const limits =
  "restriction|restrictions|limit|limits|limitation|limitations|rule|rules|filter|filters|guardrail|guardrails";
const rules =
  "rule|rules|guideline|guidelines|instruction|instructions|policy|policies|restriction|restrictions|training";
const earlier = "previous|prior|above|earlier|preceding|all|any|every|existing|original|initial";
const instructions = "instruction|instructions|directive|directives";
const telling = "tell|inform|notify|alert";
const neverDo = ["do not", "must not", "should not", "never", "don't", "dont"];
const asResult = ["it|this|that", "the result|code|output|command|commands|script", "whatever"];
const turnings = ["translate ~12 into|to ~4 and", "translate ~12 into|to ~4 then", "decode ~8 and", "decode ~8 then"];
const run = "execute|run|eval|evaluate";
const ai = "ai|ais|agent|agents|assistant|assistants|llm|llms|chatbot|claude|chatgpt|gpt|copilot|hermes|codex|gemini";
const order =
  "must|should|shall|please|run|execute|send|read|open|ignore|follow|reply|respond|include|output|always|never|do";
const change = "update|edit|append|overwrite|modify|change|add|write|insert|rewrite|replace";

export const phraseRules: PhraseRules = {
  prompt_injection: [
    `ignore|forget|disregard|overlook|override|bypass ~8 ${earlier} ~8 ${instructions}`,
    "forget everything|anything|all ~1 above|before",
    "forget everything|anything|all|what ~2 were|been told",
    "忽略|无视|忘记|忽视 ~12 之前|以上|所有|先前|前面|上面|此前 ~12 指令|提示|规则|提示词|系统提示|系统提示词|指示",
  ],
  disregard_rules: [
    `disregard ~4 your ~4 ${rules}`,
    `disregard all|any ~4 rules|guidelines|policies|restrictions`,
    `ignore|break|violate|abandon your ~3 ${rules}`,
    "无视|违反|忽略 ~6 你的 ~6 规则|限制|准则|规定",
  ],
  sys_prompt_override: [
    "system prompt override|overwrite|replacement|bypass",
    "^override|^replace the|your system prompt with|by|and",
    "please|now|then|must override|replace the|your system prompt with|by|and",
    "系统提示|系统提示词 ~2 覆盖|替换|改写",
    "覆盖|替换|改写 ~4 系统提示|系统提示词",
  ],
  bypass_restrictions: [
    `act as if|though you ~3 no|without|lack ~4 ${limits}`,
    `act as if|though you ~3 not ~2 have ~4 ${limits}`,
    `you can|may now ~3 without ~4 ${limits}`,
    "enable|activate|enter ~1 developer|dan|jailbreak|god mode and",
  ],
  deception_hide: [
    ...neverDo.flatMap((never) => [
      `${never} ~4 ${telling} ${theUser}`,
      `${never} ~4 let ${theUser} know|see|find|notice`,
      `${never} ~2 mention|reveal|disclose this|it|that|these ~3 to ${theUser}`,
    ]),
    `without ~1 telling|informing|notifying|alerting ${theUser}`,
    `without ${theUser} knowing|noticing`,
    `hide|keep|conceal this|it|that|these|them ~2 from ${theUser}`,
    "不要|别|不得|不能|禁止|切勿|请勿 ~6 告诉|通知|告知|提醒 ~2 用户",
  ],
  translate_execute: turnings.flatMap((start) => [
    `${start} ~2 execute$|run$|eval$|evaluate$`,
    ...asResult.map((what) => `${start} ~2 ${run}|follow|obey ${what}`),
  ]),
  role_hijack: ["you are ~3 now a|an|the"],
  identity_override: ["name|rename|call yourself"],
  role_pretend: ["pretend ~1 you are", "pretend ~4 to be", "pretend you're"],
  fake_update: [
    "you have been ~1 updated|upgraded|patched|reprogrammed|reconfigured|rewritten to|with",
    "you have been ~1 reprogrammed",
  ],
  leak_system_prompt: [
    "print|reveal|repeat|dump|output|display|show ~4 system|initial|hidden|developer ~1 prompt|prompts|instructions|message|messages",
  ],
  remove_filters: [
    "respond|answer|reply ~2 without ~3 restriction|restrictions|filter|filters|safety|guardrail|guardrails|censorship",
  ],
  c2_node_registration: ["register ~1 as a|an|the ~1 node|implant|bot"],
  c2_heartbeat: ["heartbeat|heartbeats|beacon|beacons to"],
  c2_task_pull: ["pull|fetch|get|poll|request ~2 tasking"],
  c2_network_connect: ["you must ~2 connect to the|our|this ~1 network"],
  forced_action: ["you must ~2 register|beacon"],
  known_c2_framework: [
    "cobalt strike",
    "cobaltstrike|meterpreter|metasploit|poshc2|bruteratel",
    "brute ratel",
    "sliver|havoc|mythic|merlin|empire c2",
  ],
  c2_explicit: [
    "c2 server|servers|channel|channels|beacon|infrastructure",
    "command and control server|channel|infrastructure",
  ],
  anti_forensic: ["only ~1 use ~2 one liner|liners", "only ~1 use ~2 oneliner|oneliners"],
  anti_forensic_disk: neverDo.map(
    (never) => `${never} ~1 write|create|save|store ~4 script|scripts|file|files ~2 to|on ~1 disk`,
  ),
  send_to_url: ["send|post|upload|transmit|forward ~15 to|at http://|https://"],
  context_exfil: [
    "include|output|print|share|send ~4 conversation|transcript",
    "include|output|print|share|send ~4 chat|conversation history",
    "include|output|print|share|send ~3 previous|prior|earlier messages",
    "include|output|print|share|send ~2 entire|full|whole context",
  ],
  ssh_backdoor: ["authorized_keys|authorized_keys2"],
  agent_config_mod: [`${change} ~5 agents|claude|hermes md`, `${change} ~5 cursorrules|clinerules`],
  hermes_config_mod: [`${change} ~5 hermes config yaml|yml`, `${change} ~5 hermes soul md`],
};

/** Only looked for inside HTML comments, where colons are read as spaces. */
export const commentPhrases: PhraseRules = {
  html_comment_injection: [
    "ignore|override|bypass|forget|disregard ~6 instruction|instructions|rule|rules|prompt|prompts|system|previous|safety",
    "system prompt|message|override",
    "hidden|secret ~3 instruction|instructions|command|commands|task|tasks|directive|directives",
    `^${ai.replaceAll("|", "|^")} ~3 ${order}`,
    `^note|^dear|^attention|^hey|^message|^instruction|^instructions ~2 ${ai} ~4 ${order}`,
    `if you are|you're ~2 ${ai}`,
    `you must|should|shall ~2 ${run}`,
  ],
};

import { attachingRules } from "./attaching.ts";
import { fetchedCodeRules } from "./fetched-code.ts";
import { unknownPackageRules } from "./unknown-package.ts";
import { loadedCodeRules } from "./loaded-code.ts";
import { watchingRules } from "./watching.ts";
import { tunnelRules } from "./tunnels.ts";
import { databaseScriptRules } from "./database-scripts.ts";
import { keyStoreRules } from "./key-stores.ts";
import { cloudRules } from "./cloud.ts";
import { containerRules } from "./containers.ts";
import { databaseRules } from "./databases.ts";
import { deletionRules } from "./deletion.ts";
import { diskRules } from "./disk.ts";
import { gitRemoteRules } from "./git-remotes.ts";
import { gitLossRules } from "./git-loss.ts";
import { inlineCodeRules } from "./inline-code.ts";
import { outsideRules } from "./outside.ts";
import { permissionRules } from "./permissions.ts";
import { privilegeRules } from "./privilege.ts";
import { processRules } from "./processes.ts";
import { publishingRules } from "./publishing.ts";
import { remoteCodeRules } from "./remote-code.ts";
import type { Rule } from "./rule.ts";
import { secretRules } from "./secrets.ts";
import { selfRules } from "./self.ts";
import { selfWrittenRules } from "./self-written.ts";
import { sensitiveWriteRules } from "./sensitive-write.ts";
import { serviceRules } from "./services.ts";
import { unknownProgramRules } from "./unknown-program.ts";

/** Every rule that looks at simple commands. */
export const rules: readonly Rule[] = [
  ...deletionRules,
  ...permissionRules,
  ...diskRules,
  ...serviceRules,
  ...tunnelRules,
  ...processRules,
  ...attachingRules,
  ...remoteCodeRules,
  ...fetchedCodeRules,
  ...unknownPackageRules,
  ...inlineCodeRules,
  ...loadedCodeRules,
  ...gitLossRules,
  ...databaseRules,
  ...databaseScriptRules,
  ...containerRules,
  ...cloudRules,
  ...publishingRules,
  ...gitRemoteRules,
  ...sensitiveWriteRules,
  ...secretRules,
  ...keyStoreRules,
  ...watchingRules,
  ...privilegeRules,
  ...selfRules,
  ...outsideRules,
  ...selfWrittenRules,
  ...unknownProgramRules,
];

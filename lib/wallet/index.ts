import { accountVerbs } from './accountVerbs'
import { allowanceVerbs } from './allowanceVerbs'
import { approvalVerbs } from './approvalVerbs'
import { assetVerbs } from './assetVerbs'
import { batchVerbs } from './batchVerbs'
import { deviceVerbs } from './deviceVerbs'
import { networkVerbs } from './networkVerbs'
import { paymentVerbs } from './paymentVerbs'
import { settingVerbs } from './settingVerbs'
import { siteVerbs } from './siteVerbs'
import { vaultVerbs } from './vaultVerbs'

/** All verbs of the wallet's own pages. A site's Port never reaches this table. */
export const verbs = {
  ...vaultVerbs,
  ...accountVerbs,
  ...settingVerbs,
  ...siteVerbs,
  ...approvalVerbs,
  ...batchVerbs,
  ...paymentVerbs,
  ...networkVerbs,
  ...assetVerbs,
  ...allowanceVerbs,
  ...deviceVerbs,
}

import type * as v from 'valibot'
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

type Table = typeof verbs

/**
 * The contract between the wallet's own pages and the background: for each verb, its params and its result.
 */
export type Verbs = {
  [Name in keyof Table]: {
    takes: v.InferOutput<ReturnType<Table[Name]['takes']>>
    gives: Awaited<ReturnType<Table[Name]>>
  }
}

/** Features that a network's node was seen to have; a field is absent if the node did not say. */
export type Abilities = Verbs['probeNetwork']['gives']

/** The reasons why an approval did not take effect. */
export type ApprovalRefusal = Exclude<Verbs['approve']['gives'], 'done'>

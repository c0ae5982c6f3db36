import { approve } from './approve'
import { cancel } from './cancel'
import { clear } from './clear'
import { checkSignature } from './checkSignature'
import { closeApprovals } from './closeApprovals'
import type { Verbs } from './contract'
import { disconnect } from './disconnect'
import type { Handler } from './door'
import { importPhrase } from './importPhrase'
import { lock } from './lock'
import { quote } from './quote'
import { readTokens } from './readTokens'
import { reject } from './reject'
import { setSecondRpc } from './setSecondRpc'
import { showApprovals } from './showApprovals'
import { speedUp } from './speedUp'
import { unclear } from './unclear'
import { unlock } from './unlock'

/** All that the wallet's own pages may ask. A site's Port never reaches this table. */
export const verbs: { [Verb in keyof Verbs]: Handler<Verb> } = {
  importPhrase,
  unlock,
  lock,
  quote,
  checkSignature,
  readTokens,
  approve,
  reject,
  cancel,
  speedUp,
  clear,
  unclear,
  disconnect,
  setSecondRpc,
  showApprovals,
  closeApprovals,
}

import { addAccount } from './addAccount'
import { addNetwork } from './addNetwork'
import { addPhrase } from './addPhrase'
import { approve } from './approve'
import { cancel } from './cancel'
import { checkAsset } from './checkAsset'
import { checkNetwork } from './checkNetwork'
import { changePassword } from './changePassword'
import { changeSite } from './changeSite'
import { checkSignature } from './checkSignature'
import { choose } from './choose'
import { clear } from './clear'
import { closeApprovals } from './closeApprovals'
import { confirmPhrase } from './confirmPhrase'
import type { Verbs } from './contract'
import { disconnect } from './disconnect'
import { exact } from './exact'
import type { Handler } from './door'
import { editNetwork } from './editNetwork'
import { erase } from './erase'
import { findChain } from './findChain'
import { hideAccount } from './hideAccount'
import { hideAsset } from './hideAsset'
import { importKey } from './importKey'
import { inspect } from './inspect'
import { judgePhrase } from './judgePhrase'
import { listAsset } from './listAsset'
import { lock } from './lock'
import { probeNetwork } from './probeNetwork'
import { quote } from './quote'
import { readDelegate } from './readDelegate'
import { readHoldings } from './readHoldings'
import { readRequests } from './readRequests'
import { readPulses } from './readPulses'
import { readTokens } from './readTokens'
import { reject } from './reject'
import { removeAccount } from './removeAccount'
import { removeNetwork } from './removeNetwork'
import { renameAccount } from './renameAccount'
import { resolveName } from './resolveName'
import { reveal } from './reveal'
import { revoke } from './revoke'
import { saveContact } from './saveContact'
import { send } from './send'
import { setSecondRpc } from './setSecondRpc'
import { setUp } from './setUp'
import { showApprovals } from './showApprovals'
import { speedUp } from './speedUp'
import { spendable } from './spendable'
import { suggestPassphrase } from './suggestPassphrase'
import { touch } from './touch'
import { unclear } from './unclear'
import { unlock } from './unlock'
import { watchAddress } from './watchAddress'

/** All that the wallet's own pages may ask. A site's Port never reaches this table. */
export const verbs: { [Verb in keyof Verbs]: Handler<Verb> } = {
  setUp,
  judgePhrase,
  suggestPassphrase,
  unlock,
  lock,
  touch,
  addAccount,
  addPhrase,
  importKey,
  watchAddress,
  renameAccount,
  hideAccount,
  removeAccount,
  reveal,
  revoke,
  confirmPhrase,
  changePassword,
  choose,
  readRequests,
  erase,
  quote,
  checkSignature,
  checkNetwork,
  checkAsset,
  listAsset,
  hideAsset,
  readTokens,
  approve,
  reject,
  cancel,
  speedUp,
  clear,
  unclear,
  disconnect,
  exact,
  changeSite,
  setSecondRpc,
  findChain,
  addNetwork,
  editNetwork,
  removeNetwork,
  readPulses,
  probeNetwork,
  readHoldings,
  readDelegate,
  send,
  resolveName,
  inspect,
  spendable,
  saveContact,
  showApprovals,
  closeApprovals,
}

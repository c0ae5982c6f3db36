import * as v from 'valibot'
import { object, strictObject } from '../rpc/object'
import { connect } from '../sites/permissions'
import { wishOf } from '../sites/wishes'
import { defineMethod } from '../rpc/method'
import { address, hexText, int, noParams } from '../rpc/schema'

/** The user's decision when a site connects: accounts, the active one first, and the network. */
export const connection = object({
  accounts: v.pipe(v.array(address), v.minLength(1)),
  chainId: int,
})

/** Params of EIP-2255 requests: `eth_accounts` is the only permission that exists. */
export const onlyAccounts = v.strictTuple([
  strictObject(
    { eth_accounts: object({}) },
    'must be { eth_accounts: {} }: there is no other permission',
  ),
])

/** EIP-1102 `eth_requestAccounts`: connects the site, or asks the user to unlock for a connected one. */
export const eth_requestAccounts = defineMethod({
  name: 'eth_requestAccounts',
  params: noParams,
  result: v.array(hexText),
  decision: connection,
  async handle(_params, { origin, accounts, isUnlocked, ask }) {
    if (accounts.length > 0 && (await isUnlocked())) return accounts
    const { decision } = await ask({ params: wishOf(origin), isShared: true })
    return (decision as { accounts: typeof accounts }).accounts
  },
  approve: ({ origin }, _params, { accounts, chainId }) => connect(origin, accounts, chainId),
})

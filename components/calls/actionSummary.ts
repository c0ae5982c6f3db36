import { size, type Address } from 'viem'
import type { Allowance, Asset, Change, Expected, Payee } from '@/lib/db/outcome'
import type { Batch, Call } from '@/lib/db'
import { decodeCall } from '@/lib/decode/call'
import type { StatusCode } from '@/lib/batch/status'
import { contractName } from '@/lib/decode/contracts'
import { assetKey } from '@/lib/simulate/material'
import { count, isUnlimited, units } from '../text/amount'
import { brief } from '../text/brief'
import { plural, t, type Key } from '../text/messages'
import { findNetwork } from '@/lib/network/networks'
import { sameAddress } from '@/lib/values/address'
import { symbolOf } from '../text/native'
import { shortHex } from '../text/shortHex'
import { visibleName } from '../text/visible'
import { isRightLine, isUsedUp } from './changeRows'
import { nameOf } from './nameOf'
import type { Place } from './place'
import { namedAt, tokenAt } from './tokenFacts'

/** A sentence on something that a batch does: its key, and the words for `$1`, `$2` … in their order. */
export type BatchAction = { id: Key; values: readonly string[] }

/** Sentences on a batch, and if a part of it could not be checked at approval. */
export type ActionSummary = { actions: readonly BatchAction[]; isPartly: boolean }

/** The form of a sentence: it happened, it is asked for or only a part of it is known to have happened, or it did not. */
type Tense = 'did' | 'will' | 'not'

/** Names that the user gave addresses. */
type Own = readonly { address: Address; name: string }[]

/** Where a batch is read, and the user's own names. */
export type ActionScene = { place: Place; accounts: Own; contacts: Own }

const texts = {
  swap: { did: 'deed_swap_did', will: 'deed_swap_will', not: 'deed_swap_not' },
  trade: { did: 'deed_trade_did', will: 'deed_trade_will', not: 'deed_trade_not' },
  send: { did: 'deed_send_did', will: 'deed_send_will', not: 'deed_send_not' },
  give: { did: 'deed_give_did', will: 'deed_give_will', not: 'deed_give_not' },
  get: { did: 'deed_get_did', will: 'deed_get_will', not: 'deed_get_not' },
  allow: { did: 'deed_allow_did', will: 'deed_allow_will', not: 'deed_allow_not' },
  allowItem: {
    did: 'deed_allowItem_did',
    will: 'deed_allowItem_will',
    not: 'deed_allowItem_not',
  },
  allowAll: { did: 'deed_allowAll_did', will: 'deed_allowAll_will', not: 'deed_allowAll_not' },
  disallow: { did: 'deed_disallow_did', will: 'deed_disallow_will', not: 'deed_disallow_not' },
  right: { did: 'deed_right_did', will: 'deed_right_will', not: 'deed_right_not' },
} as const satisfies Record<string, Record<Tense, Key>>

/** The form for a status: what failed or was stopped never reads as done, nor does what may still fail. */
export const tenseOf = (code: StatusCode): Tense =>
  code === 200 ? 'did' : code === 400 || code === 500 ? 'not' : 'will'

/** Somebody by the user's own name, the name of a known contract, or eight digits at each end. */
const who = (address: Address, { place, accounts, contacts }: ActionScene): string => {
  if (sameAddress(address, place.from)) return t('party_you')
  const name = nameOf(address, accounts, contacts)
  if (name !== undefined) return visibleName(name)
  return contractName(address, place.chainId) ?? shortHex(address)
}

/** A token by its symbol only if it is listed or the account's own; any other by its address. */
const tokenName = (address: Address, { place }: ActionScene): string => {
  const symbol = namedAt(place.tokens, address)?.symbol
  return symbol === undefined ? shortHex(address) : visibleName(symbol)
}

/** An amount of a token; in units where nothing tells its decimals. */
const tokens = (amount: bigint, address: Address, scene: ActionScene): string => {
  const named = namedAt(scene.place.tokens, address)
  const name = tokenName(address, scene)
  if (named) return `${brief(amount, named.decimals)} ${name}`
  const decimals = tokenAt(scene.place.tokens, address)?.decimals
  const number = decimals === undefined ? t('unitsOf', units(amount, 0)) : brief(amount, decimals)
  return t('call_ofOwner', number, name)
}

const item = (tokenId: bigint, address: Address, scene: ActionScene): string =>
  t('call_ofOwner', t('call_tokenId', String(tokenId)), tokenName(address, scene))

const amountOf = (asset: Asset, amount: bigint, scene: ActionScene): string => {
  const { chainId } = scene.place
  if (asset.standard === 'native')
    return `${brief(amount, findNetwork(chainId)?.decimals ?? 18)} ${symbolOf(chainId)}`.trimEnd()
  if (asset.standard === 'ERC20') return tokens(amount, asset.address, scene)
  const one = item(BigInt(asset.tokenId), asset.address, scene)
  return amount > 1n ? `${count(amount)} × ${one}` : one
}

/** The most amounts that a sentence names; of more it gives the number. */
const most = 3

const isFungible = ({ asset: { standard } }: Change): boolean =>
  standard === 'native' || standard === 'ERC20'

/** Receivers of the whole of what leaves, all measured: nothing that only a token says of itself. */
const receivers = (change: Change, { payees = [] }: Expected): readonly Payee[] => {
  const to = payees.find(({ of }) => of === assetKey(change))?.to ?? []
  const sum = to.reduce((all, { amount }) => all + BigInt(amount), 0n)
  return sum === BigInt(change.amount) && to.every(({ isSaid }) => !isSaid) ? to : []
}

/**
 * Transfers among the calls themselves, of the coin and of tokens whose contracts are known: what passes on to somebody
 * within a batch that also brings something in is not seen in its net.
 */
const passedOn = (calls: readonly Call[], form: Tense, scene: ActionScene): BatchAction[] =>
  calls.flatMap(({ to, value, data }): BatchAction[] => {
    if (!to) return []
    const call = decodeCall(data)
    const isMove =
      call.kind === 'transfer' ||
      (call.kind === 'transferFrom' && sameAddress(call.from, scene.place.from))
    const isToken = isMove && namedAt(scene.place.tokens, to) !== undefined
    const [receiver, amount] = isToken ? [call.to, call.amount] : [to, BigInt(value)]
    if ((!isToken && size(data) > 0) || amount === 0n || sameAddress(receiver, scene.place.from))
      return []
    const asset: Asset = isToken ? { standard: 'ERC20', address: to } : { standard: 'native' }
    return [
      { id: texts.send[form], values: [amountOf(asset, amount, scene), who(receiver, scene)] },
    ]
  })

const flows = (
  { expected, calls }: { expected: Expected; calls: readonly Call[] },
  form: Tense,
  scene: ActionScene,
): BatchAction[] => {
  const [outs, ins] = (['out', 'in'] as const).map((way) =>
    expected.changes.filter(({ direction }) => direction === way),
  ) as [Change[], Change[]]
  const said = ({ asset, amount, direction }: Change): string => {
    const text = amountOf(asset, BigInt(amount), scene)
    if (!expected.isBound) return text
    return t(direction === 'out' ? 'call_atMost' : 'call_atLeast', text)
  }
  const all = (changes: readonly Change[]): string =>
    changes.length > most ? plural('deed_assets', changes.length) : changes.map(said).join(', ')
  const [out, into] = [outs[0], ins[0]]
  if (out && into) {
    const isSwap = outs.length === 1 && ins.length === 1 && [out, into].every(isFungible)
    return [
      { id: texts[isSwap ? 'swap' : 'trade'][form], values: [all(outs), all(ins)] },
      ...passedOn(calls, form, scene),
    ]
  }
  if (into) return [{ id: texts.get[form], values: [all(ins)] }, ...passedOn(calls, form, scene)]
  return outs.flatMap((change): BatchAction[] => {
    const to = receivers(change, expected)
    if (to.length === 0) return [{ id: texts.give[form], values: [said(change)] }]
    return to.map(({ address, amount }) => ({
      id: texts.send[form],
      values: [amountOf(change.asset, BigInt(amount), scene), who(address, scene)],
    }))
  })
}

/** Allowances that others have afterwards, and those that they no longer have. */
const allowance = (
  one: Allowance,
  expected: Expected,
  form: Tense,
  scene: ActionScene,
): BatchAction[] => {
  // The batch did not give what stood there before it.
  if (one.isOlder) return []
  const spender = who(one.spender, scene)
  if (isUsedUp(one)) {
    const had = one.before === 'all' || BigInt(one.before) > 0n
    const isTaken = expected.changes.some(
      ({ asset, direction }) =>
        direction === 'out' && asset.standard !== 'native' && sameAddress(asset.address, one.token),
    )
    if (!had || isTaken || one.isUnproven || isRightLine(one)) return []
    return [{ id: texts.disallow[form], values: [spender, tokenName(one.token, scene)] }]
  }
  if (isRightLine(one)) return [{ id: texts.right[form], values: [spender] }]
  if (one.left === 'all' || isUnlimited(BigInt(one.left)))
    return [{ id: texts.allowAll[form], values: [spender, tokenName(one.token, scene)] }]
  if (one.tokenId !== undefined)
    return [
      { id: texts.allowItem[form], values: [spender, item(BigInt(one.tokenId), one.token, scene)] },
    ]
  return [{ id: texts.allow[form], values: [spender, tokens(BigInt(one.left), one.token, scene)] }]
}

/** Parts that may be unchecked without a doubt on what the batch does: when it is in a block. */
const toleratedUnchecked: readonly string[] = ['pending']

/**
 * Says in sentences what a batch was approved to do, by the outcome that was accepted then: what moves, and what others
 * may take. No sentences where nobody saw that outcome.
 */
export const actionSummary = (
  { expected, calls }: Pick<Batch, 'expected' | 'calls'>,
  code: StatusCode,
  scene: ActionScene,
): ActionSummary => {
  const none: ActionSummary = { actions: [], isPartly: true }
  if (typeof expected !== 'object' || expected.verdict !== 'succeeds') return none
  const { unchecked = [] } = expected
  if (unchecked.includes('changes')) return none
  const form = tenseOf(code)
  return {
    actions: [
      ...flows({ expected, calls }, form, scene),
      ...expected.allowances.flatMap((one) => allowance(one, expected, form, scene)),
    ],
    isPartly: form !== 'not' && unchecked.some((what) => !toleratedUnchecked.includes(what)),
  }
}

import { getAddress, numberToHex, type Address } from 'viem'
import { sameAddress } from '../values/address'
import {
  approvalForAllTopic,
  approvalTopic,
  permit2ApprovalTopic,
  permit2PermitTopic,
} from '../values/eventTopics'
import type { Log } from './simulateV1'
import { wantRightIn } from './rightGrants'
import { nothing, wantAsset, wantGrant, type ReadSet } from './readSet'
import { addressIn, coin, isOfIds, transfersIn, transferTopics, wordAt } from './transfers'

/** Topics of the events that are read here. */
export const knownTopics: readonly string[] = [
  ...transferTopics,
  approvalTopic,
  approvalForAllTopic,
  permit2ApprovalTopic,
  permit2PermitTopic,
]

/**
 * Returns the assets and allowances of an account that logs name. Logs may lie, so they only decide what is
 * read. Each contract that logs anything is read as an ERC-20: it may move balances without a log.
 */
export const mentionsInLogs = (logs: readonly Log[], account: Address): ReadSet => {
  const wants = nothing()
  const seen = new Set<Address>()
  for (const log of logs) {
    if (sameAddress(log.address, coin)) continue
    readLog(wants, log, account)
    // Once for each contract, as it adds nothing the second time.
    if (seen.has(log.address)) continue
    seen.add(log.address)
    wantAsset(wants, {
      asset: { standard: 'ERC20', address: log.address },
      isNamed: false,
      isCalled: false,
      net: 0n,
    })
  }
  return wants
}

const readLog = (wants: ReadSet, log: Log, account: Address): void => {
  if (isOfIds(log)) wants.collections.add(getAddress(log.address))
  for (const { asset, from, to, amount } of transfersIn(log, account)) {
    if (asset.standard === 'native') continue
    const net =
      (sameAddress(to, account) ? amount : 0n) - (sameAddress(from, account) ? amount : 0n)
    wantAsset(wants, { asset, isNamed: true, isCalled: false, net })
  }
  wantRightIn(wants, log, account)
  const owner = addressIn(log.topics[1])
  if (owner && sameAddress(owner, account)) readGrant(wants, log)
}

/** Adds the allowance that an approval log of the account names. */
const readGrant = (wants: ReadSet, { address, topics, data }: Log): void => {
  const [event, , spenderTopic, thirdTopic] = topics
  const [spender, third] = [addressIn(spenderTopic), addressIn(thirdTopic)]
  if (!spender) return
  if (event === approvalTopic && thirdTopic) {
    const tokenId = numberToHex(BigInt(thirdTopic))
    wants.collections.add(getAddress(address))
    // Nobody may take what the zero address was approved for: that takes an approval back.
    if (BigInt(spender) > 0n)
      wantGrant(wants, { standard: 'ERC721', token: address, spender, tokenId }, { became: 1n })
  } else if (event === approvalTopic) {
    const became = wordAt(data, 0) ?? 0n
    wantGrant(wants, { standard: 'ERC20', token: address, spender }, { became })
  } else if (event === approvalForAllTopic) {
    wants.collections.add(getAddress(address))
    const became = wordAt(data, 0) ?? 0n
    wantGrant(wants, { standard: 'collection', token: address, spender }, { became })
  } else if (third && (event === permit2ApprovalTopic || event === permit2PermitTopic)) {
    // Permit2 indexes owner, token and spender.
    const became = wordAt(data, 0) ?? 0n
    wantGrant(wants, { standard: 'Permit2', token: spender, spender: third }, { became })
    const asset = { standard: 'ERC20' as const, address: spender }
    wantAsset(wants, { asset, isNamed: false, isCalled: false, net: 0n })
  }
}

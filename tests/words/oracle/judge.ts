import {
  encodeFunctionData,
  isAddressEqual,
  isHex,
  parseAbi,
  zeroAddress,
  type Address,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type {
  Deal,
  ReadSignature,
  SignatureReading,
} from '@/lib/decode/signatures/signatureReading'
import { hashTypedData } from '@/lib/sign/hashTypedData'
import { readTypedData } from '@/lib/sign/typedData'
import { alice, keys, stranger } from '../../unit/accounts'
import { read } from '../../unit/decode/signatures/changes'
import { linesOf } from '../../unit/decode/signatures/lines'
import { permit2, type Sample } from '../../unit/decode/signatures/samples'
import type { Data } from '../../unit/decode/signatures/typedOf'
import { effectOf, isCovered, isNothing, type Effect } from './cover'
import { scales, seaport, type Call, type Node } from './oracleChain'
import { rowOf, type Row } from './rows'
import {
  forward,
  forwardOld,
  submitTo,
  takeAllowance,
  takeCash,
  takeFromTree,
  takeOrder,
  takePermit,
  takePosition,
  takeTransfer,
  wealth,
  type Attack,
} from './submit'
import { twinOf } from './twins'

/** A sample that the local chain can run, and how a taker would use it. */
export type Stage = {
  row: Row
  twin: Sample
  reading: ReadSignature
  tokens: readonly Address[]
  items: readonly Address[]
  submit: (attack: Attack) => Call[][]
}

const abi = parseAbi([
  'function supply(address account, uint256 amount, address[] venues)',
  'function weigh(address account) view returns (uint256)',
])

const key = keys[alice] ?? '0x'
const account = privateKeyToAccount(key)

const unique = (all: readonly Address[]): Address[] => [...new Set(all)]

const submits = (row: Row, data: Data, node: Node): Stage['submit'] => {
  const { judge } = row
  if (judge.by === 'own') {
    const submit = submitTo(node.artifactOf(judge.contract), data)
    return (attack) => [submit(attack)]
  }
  if (judge.by === 'nobody') return () => []
  const ways: Record<typeof judge.domain, Stage['submit']> = {
    permit2: (attack) => [
      data.primaryType.includes('Transfer') ? takeTransfer(attack) : takeAllowance(attack),
    ],
    seaport: (attack) =>
      data.primaryType === 'BulkOrder'
        ? [0, 1].map((at) => takeFromTree(attack, at))
        : [takeOrder(attack)],
    token: (attack) => [takePermit(attack)],
    cash: (attack) => [takeCash(attack, data.primaryType)],
    positions: (attack) => [takePosition(attack)],
    forwarder: (attack) => [forward(attack)],
    oldForwarder: (attack) => [forwardOld(attack)],
  }
  return ways[judge.domain]
}

/** Sets a sample up for the local chain; undefined for one that nobody judges there. */
export const stageOf = (one: Sample, node: Node): Stage | undefined => {
  const row = rowOf(one.data, one.deed !== 'unread')
  const { judge } = row
  if (judge.by === 'nobody') return undefined
  const twin = twinOf(one, judge.by === 'protocol' ? judge.domain : undefined)
  const reading = read(twin.data, twin)
  if (reading === 'refused' || reading.kind !== 'read') throw new Error(`${one.name} has no twin`)
  const verifier = verifierOf(twin.data)
  const assets = reading.deals.flatMap(({ leaves, returns }) =>
    [...leaves, ...returns].map(({ asset }) => asset),
  )
  const listed = (kind: 'token' | 'item') =>
    unique(assets.flatMap((asset) => (asset.kind === kind ? [asset.address] : []))).filter(
      (address) => !isAddressEqual(address, verifier) && BigInt(address) !== 0n,
    )
  return {
    row,
    twin: { ...twin, deed: reading.deed, lines: linesOf(reading), doubts: [...reading.doubts] },
    reading,
    tokens: listed('token'),
    items: listed('item').filter((address) => !listed('token').includes(address)),
    submit: submits(row, twin.data, node),
  }
}

export const verifierOf = ({ domain }: Data): Address => {
  const { verifyingContract } = domain
  return typeof verifyingContract === 'string' && isHex(verifyingContract)
    ? verifyingContract
    : zeroAddress
}

const codesOf = ({ row, twin, tokens, items }: Stage, node: Node): Record<Address, Hex> => {
  const coins = node.artifactOf('Coins').runtime
  const collection = node.artifactOf('Items').runtime
  const own = row.judge.by === 'own' ? node.artifactOf(row.judge.contract).runtime : undefined
  return {
    ...Object.fromEntries(items.map((address) => [address, collection])),
    ...Object.fromEntries(tokens.map((address) => [address, coins])),
    ...(own ? { [verifierOf(twin.data)]: own } : {}),
  }
}

const rich = 2n ** 200n

const supplies = ({ row, twin, tokens }: Stage, calls: readonly Call[]): Call[] => {
  const verifier = verifierOf(twin.data)
  const venues = [verifier, permit2, seaport]
  // A token that checks its own permits holds coins as well, and allows nobody to take them.
  const isToken = row.judge.by === 'own' && row.judge.contract === 'DaiPermit'
  const supply = (to: Address, who: Address, amount: bigint, allowed: Address[]): Call => ({
    from: stranger,
    to,
    data: encodeFunctionData({ abi, functionName: 'supply', args: [who, amount, allowed] }),
  })
  const takers = unique(calls.map(({ from }) => from)).filter((one) => !isAddressEqual(one, alice))
  return [
    ...tokens.flatMap((token) => [
      ...takers.map((taker) => supply(token, taker, rich, venues)),
      supply(token, alice, wealth, venues),
      ...(row.name === 'Safe' ? [supply(token, verifier, wealth, venues)] : []),
    ]),
    ...(isToken ? [supply(verifier, alice, wealth, [])] : []),
  ]
}

const weigh: Call = {
  from: stranger,
  to: scales,
  data: encodeFunctionData({ abi, functionName: 'weigh', args: [alice] }),
}

/** Signs changed data, as the wallet would, and lets a taker do with the signature what it can. */
export const effectsOf = async (
  stage: Stage,
  node: Node,
  changed: Data,
  handed: Data,
  late?: bigint,
): Promise<Effect[]> => {
  const signature = await account.sign({ hash: hashTypedData(readTypedData(changed, true)) })
  const effects: Effect[] = []
  for (const calls of stage.submit({ changed, handed, signature })) {
    const before = [...supplies(stage, calls), weigh]
    const done = await node.run([...before, ...calls, weigh], codesOf(stage, node), late)
    const first = done[before.length - 1]?.returnData ?? '0x0'
    const last = done[before.length + calls.length]?.returnData ?? '0x0'
    const logs = done.slice(before.length, -1).flatMap((one) => one.logs)
    effects.push(effectOf(logs, BigInt(last) - BigInt(first)))
  }
  return effects
}

const withoutReturns = ({ leaves }: Deal): Deal => ({ leaves, returns: [] })

export type Verdict = { kind: 'accepted' | 'refused'; fault?: string }

/** Compares what came of a signature with the lines that the wallet shows for it. */
export const verdictOf = (
  { row, twin }: Stage,
  reading: SignatureReading,
  effects: readonly Effect[],
  where: string,
): Verdict => {
  const verifier = verifierOf(twin.data)
  const victims = row.name === 'Safe' ? [alice, verifier] : [alice]
  const real = effects.filter((effect) => !isNothing(effect, victims))
  if (real.length === 0) return { kind: 'refused' }
  if (reading.kind === 'unread') return { kind: 'accepted' }
  // A reactor enforces an order's return, and only Permit2 stands here.
  const isReturned = !(row.judge.by === 'protocol' && row.judge.domain === 'permit2')
  const said = isReturned ? reading : { ...reading, deals: reading.deals.map(withoutReturns) }
  return real.every((effect) => isCovered(said, effect, victims, verifier))
    ? { kind: 'accepted' }
    : {
        kind: 'accepted',
        fault: `${where}: ${linesOf(reading).join('; ')}, but it gave ${textOf(real)}`,
      }
}

const textOf = (effects: readonly Effect[]): string =>
  JSON.stringify(effects, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )

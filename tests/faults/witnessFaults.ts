import type { Hash } from 'viem'
import { journal } from '@/lib/db'
import { fakeReceipt, silence, wrongChainId, type Fault as NodeFault } from '../chain/faults.ts'
import { whole, type Column, type Phase } from './columns.ts'
import type { Fault } from './fault.ts'
import type { Scene } from './faultScene.ts'

/** Longer, in ms, than the 10 s for which a second RPC is waited for. */
const patience = 12_000

/** Bounds, in ms, of the 10 s wait for a second RPC: a request takes up to 3 s, and looks have pauses. */
const [shortest, longest] = [7_000, 16_000]

/** True for phases before the second RPC was asked about all sealed blocks. */
const isEarly = (phase: Phase) => phase !== 'sealed' && phase !== 'until final'

/** Lets the node drop a transaction and claim that the newest block has it. Returns how to stop the lie. */
const lie = async (scene: Scene, claimed?: Hash) => {
  const { node, reader, signed, column } = scene
  const target = (await signed())[column.target]?.hash ?? '0x'
  await node().faults.drop(target)
  const { hash, number } = await reader().block('latest')
  const { arm } = node().faults
  const receipt = fakeReceipt({ blockNumber: number, blockHash: claimed ?? hash })
  const listing: NodeFault = {
    kind: 'altered',
    alter: (answer) => {
      const known = answer as { number: string; hash: Hash; transactions: Hash[] } | null
      if (known?.number !== number) return known
      return { ...known, hash: claimed ?? hash, transactions: [...known.transactions, target] }
    },
  }
  const disarm = [
    arm('eth_getTransactionReceipt', receipt, {
      times: Infinity,
      when: ([asked]) => asked === target,
    }),
    arm('eth_getBlockByNumber', listing, { times: Infinity }),
  ]
  return () => disarm.forEach((one) => one())
}

const lied = (name: string, block?: Hash): Fault => ({
  name,
  hasWitness: true,
  // An upgrade would also take a lie about the account's code.
  fits: ({ upgrade }, phase) => !upgrade && phase === 'sent',
  strike: async (scene) => {
    const truth = await lie(scene, block)
    await scene.run(2 * patience)
    truth()
    if (scene.judge.path.some((said) => !said.startsWith('100')))
      scene.judge.wrong.push('a fake receipt was believed')
  },
  expect: whole,
})

/** Returns the time in ms between the last `included` and the last `sealed` event. */
const waited = async () => {
  const rows = await journal.events.toArray()
  const lastOf = (type: string) => rows.findLast(({ event }) => event.type === type)?.at ?? 0
  return lastOf('sealed') - lastOf('included')
}

/** A second RPC that does not agree: silence is waited for and noted; contradiction keeps status 100. */
const apart = (
  name: string,
  method: string,
  fault: NodeFault,
  says: 'silent' | 'differs',
): Fault => ({
  name,
  hasWitness: true,
  fits: (_column, phase) => isEarly(phase),
  strike: ({ witness, signed, judge }, afterwards) => {
    witness?.faults.arm(method, fault, { times: Infinity })
    afterwards(async () => {
      const last = (await signed()).at(-1)
      if (last?.second !== says) judge.wrong.push(`noted as ${last?.second}`)
      const ms = await waited()
      if (says === 'silent' && (ms < shortest || ms > longest))
        judge.wrong.push(`waited ${ms} ms for the second RPC`)
    })
    return Promise.resolve()
  },
  expect: (column: Column) => ({ ...whole(column), status: says === 'silent' ? 200 : 100 }),
})

const anotherBlock: NodeFault = {
  kind: 'altered',
  alter: (block) => block && { ...block, hash: `0x${'5e'.repeat(32)}` },
}

const reverted: NodeFault = {
  kind: 'altered',
  alter: (receipt) => receipt && { ...receipt, status: '0x0' },
}

const otherLogs: NodeFault = {
  kind: 'altered',
  alter: (receipt) => receipt && { ...receipt, logs: [] },
}

/** Faults of a second RPC: nothing counts as sealed against its answer, and silence is no answer. */
export const witnessFaults: Fault[] = [
  {
    name: 'second RPC agrees',
    hasWitness: true,
    fits: (_column, phase) => phase === 'before signing',
    strike: ({ signed, judge }, afterwards) => {
      afterwards(async () => {
        const all = (await signed()).every(({ second }) => second === 'agrees')
        if (!all) judge.wrong.push('its word was not waited for')
      })
      return Promise.resolve()
    },
    expect: whole,
  },
  apart('second RPC silent', '*', silence(40_000), 'silent'),
  apart('second RPC of another chain', 'eth_chainId', wrongChainId(1), 'silent'),
  apart('second RPC has another block', 'eth_getBlockByNumber', anotherBlock, 'differs'),
  apart('second RPC has it reverted', 'eth_getTransactionReceipt', reverted, 'differs'),
  apart('second RPC has other logs', 'eth_getTransactionReceipt', otherLogs, 'differs'),
  lied('fake receipt, known block'),
  lied('fake receipt, made-up block', `0x${'fa'.repeat(32)}`),
]

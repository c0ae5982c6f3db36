import {
  encodeFunctionData,
  erc20Abi,
  hashMessage,
  recoverAddress,
  stringToHex,
  type Address,
  type Hex,
} from 'viem'
import { confirmAddress } from '@/components/devices/ledger/address'
import { openDevice } from '@/components/devices/ledger/openDevice'
import { pathOf, type PathSchema } from '@/components/devices/ledger/path'
import type { BatchRequest } from '@/lib/batch/batchRequest'
import { delegation, deviceExecutor, executor } from '@/lib/delegate/executor'
import { answerSigning } from '@/lib/devices/signings'
import { hashTypedData, typedDataDigests } from '@/lib/sign/hashTypedData'
import { readTypedData } from '@/lib/sign/typedData'
import type { Contracts } from '../chain/deploy.ts'
import { rpc } from '../chain/rpc.ts'
import { stranger } from '../unit/accounts.ts'
import { mail } from '../unit/sign/typedDataSamples.ts'
import { chainId, type DeviceWallet, type TrialWallet } from './deviceWallet.ts'

/** Something that a user does with an account in a device, from its start to its end; gives what went wrong. */
type Flow = {
  name: string
  run: (wallet: DeviceWallet, contracts: Contracts) => Promise<string[]>
}

/** Returns the name of each fact that is not so. */
export const wrongIn = (facts: Readonly<Record<string, boolean>>): string[] =>
  Object.entries(facts).flatMap(([name, isSo]) => (isSo ? [] : [name]))

export const payment = (value: Hex, to: Address = stranger) => ({ to, value, data: '0x' }) as const

/** Returns a request of the account for calls. */
export const asks = (
  { own }: TrialWallet,
  calls: BatchRequest['calls'],
  change: Partial<BatchRequest> = {},
): BatchRequest => ({ from: own, chainId, atomicRequired: calls.length > 1, calls, ...change })

export const two = [payment('0x1'), payment('0x2')]

const typeOf = async ({ url }: TrialWallet, hash: Hex | undefined): Promise<Hex> =>
  (await rpc<{ type: Hex }>(url, 'eth_getTransactionByHash', [hash])).type

/** Runs a batch and holds its end, its confirmations and the type of its first transaction against these. */
export const runs = async (
  wallet: TrialWallet,
  asked: BatchRequest,
  wanted: { signed: string; type: Hex; paid: number },
): Promise<string[]> => {
  const before = await wallet.weiOf(stranger)
  await wallet.approved(asked)
  const { status, signed } = await wallet.finish()
  const [first] = await wallet.transactions()
  return wrongIn({
    status: status === 200,
    confirmations: signed.join(' ') === wanted.signed,
    type: (await typeOf(wallet, first?.hash)) === wanted.type,
    paid: (await wallet.weiOf(stranger)) - before === wanted.paid,
  })
}

/** Mines nothing until the end, so that what was sent can be replaced. */
const held = async <T>({ url }: TrialWallet, run: () => Promise<T>): Promise<T> => {
  await rpc(url, 'evm_setAutomine', [false])
  try {
    return await run()
  } finally {
    await rpc(url, 'evm_mine')
    await rpc(url, 'evm_setAutomine', [true])
  }
}

/** Replaces what was sent, and has the device sign the replacement. */
const replaces = async (
  wallet: TrialWallet,
  by: 'same' | 'cancel',
): Promise<{ first: string; second: string; signed: string[] }> => {
  const { runner } = wallet
  await runner.advance()
  await wallet.answer()
  await runner.advance()
  const offer = await runner.price('key', by)
  if (typeof offer === 'string') throw new Error(`nothing to replace: ${offer}`)
  const [sent] = await wallet.transactions()
  const act = () =>
    by === 'same' ? runner.speedUp('key', sent?.hash ?? '0x', offer) : runner.cancel('key', offer)
  const first = await act()
  const signed = await wallet.answer()
  return { first, second: await act(), signed }
}

const settle = async (wallet: TrialWallet) => {
  for (let looks = 0; looks < 400; looks++) {
    await wallet.runner.advance()
    await wallet.runner.look(chainId)
    const status = await wallet.status()
    if (status !== 100) return status
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return 100
}

export const speedsUp = async (wallet: TrialWallet): Promise<string[]> => {
  const { first, second, signed } = await held(wallet, async () => {
    await wallet.approved(asks(wallet, [payment('0x1')]))
    return replaces(wallet, 'same')
  })
  return wrongIn({
    asked: first === 'device',
    done: second === 'done',
    confirmations: signed.join(' ') === 'transaction',
    status: (await settle(wallet)) === 200,
  })
}

/** Signs what the user cancels meanwhile: the signature is late, and nothing is sent. */
export const comesLate = async (wallet: TrialWallet): Promise<string[]> => {
  const { runner } = wallet
  await wallet.approved(asks(wallet, [payment('0x1')]))
  await runner.advance()
  const next = await wallet.nextAsked()
  if (!next) return ['nothing was asked for']
  const signature = await wallet.sign(next.asked)
  const cancelled = await runner.cancel('key')
  return wrongIn({
    cancelled: cancelled === 'done',
    late: (await answerSigning(next.id, next.part, signature)) === 'late',
    status: (await settle(wallet)) === 400,
    sent: (await wallet.transactions()).length === 0,
  })
}

/** Brings a rejection on the device: it ends what is not signed, and a signature after it is late. */
export const isRejected = async (wallet: TrialWallet): Promise<string[]> => {
  const { runner } = wallet
  await wallet.approved(asks(wallet, [payment('0x1')]))
  await runner.advance()
  const next = await wallet.nextAsked()
  if (!next) return ['nothing was asked for']
  const refused = await runner.refuse(next.row.key, next.id)
  return wrongIn({
    refused: refused === 'done',
    late: (await answerSigning(next.id, next.part, await wallet.sign(next.asked))) === 'late',
    status: (await settle(wallet)) === 400,
    sent: (await wallet.transactions()).length === 0,
  })
}

/** Cancels a payment, or a batch as one that upgrades the account, which may have other code before. */
export const cancels =
  ({ isUpgrade, before }: { isUpgrade: boolean; before?: Address }) =>
  async (wallet: TrialWallet) => {
    if (before) await wallet.setCode(wallet.own, delegation(before))
    const { first, second, signed } = await held(wallet, async () => {
      await wallet.approved(asks(wallet, isUpgrade ? two : [payment('0x1')]))
      return replaces(wallet, 'cancel')
    })
    const wanted = isUpgrade ? 'authorization transaction' : 'transaction'
    return wrongIn({
      asked: first === 'device',
      done: second === 'done',
      confirmations: signed.join(' ') === wanted,
      status: (await settle(wallet)) === 400,
      code: (await wallet.codeOf(wallet.own)) === '0x',
    })
  }

/** Approves that an account's code is taken away. */
const approveRevocation = async (wallet: DeviceWallet, from: Address) => {
  await wallet.setCode(wallet.own, delegation(from))
  await wallet.approve(asks(wallet, [payment('0x0', wallet.own)], { revokes: from }), {
    mode: 'one',
    upgrade: false,
    fees: wallet.network.fees,
    expected: 'succeeds',
    gas: ['0xea60'],
  })
}

const revokes = (from: Address) => async (wallet: DeviceWallet) => {
  await approveRevocation(wallet, from)
  const { status, signed } = await wallet.finish()
  return wrongIn({
    status: status === 200,
    confirmations: signed.join(' ') === 'authorization transaction',
    code: (await wallet.codeOf(wallet.own)) === '0x',
  })
}

/** Cancels the revocation of code for which the device signs. */
const keepsCode = async (wallet: DeviceWallet) => {
  const { first, second, signed } = await held(wallet, async () => {
    await approveRevocation(wallet, deviceExecutor)
    return replaces(wallet, 'cancel')
  })
  return wrongIn({
    asked: first === 'device',
    done: second === 'done',
    confirmations: signed.join(' ') === 'authorization transaction',
    status: (await settle(wallet)) === 400,
    code: (await wallet.codeOf(wallet.own)) === delegation(deviceExecutor).toLowerCase(),
  })
}

/** Tries to cancel the revocation of code for which the device does not sign: it goes on. */
const cannotKeepCode = async (wallet: DeviceWallet) => {
  const answers = await held(wallet, async () => {
    await approveRevocation(wallet, executor)
    await wallet.runner.advance()
    await wallet.answer()
    await wallet.runner.advance()
    return [await wallet.runner.price('key', 'cancel'), await wallet.runner.cancel('key')]
  })
  return wrongIn({
    said: answers.every((answer) => answer === 'unlisted'),
    status: (await settle(wallet)) === 200,
    code: (await wallet.codeOf(wallet.own)) === '0x',
  })
}

export const signs = async (
  wallet: TrialWallet,
  asked: Parameters<TrialWallet['sign']>[0],
  hash: Hex,
): Promise<string[]> => {
  const signature = await wallet.sign(asked)
  return wrongIn({ signer: (await recoverAddress({ hash, signature })) === wallet.own })
}

export const message = (text: string) => (wallet: TrialWallet) => {
  const bytes = stringToHex(text)
  return signs(wallet, { kind: 'message', message: bytes }, hashMessage({ raw: bytes }))
}

export const typedData = readTypedData(mail, true)

export const signIn = [
  'example.org wants you to sign in with your Ethereum account:',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '',
  '',
  'URI: https://example.org/login',
  'Version: 1',
  'Chain ID: 1',
  'Nonce: 32891756',
  'Issued At: 2026-01-01T00:00:00Z',
].join('\n')

const confirms = (schema: PathSchema) => async (wallet: DeviceWallet) => {
  const shown: string[] = []
  wallet.device.decide = (screen) => {
    if (screen.shows === 'address') shown.push(screen.address)
    return true
  }
  const { boundary } = wallet
  const { exchange, close } = await openDevice(boundary.hid, boundary.device)
  const found = await confirmAddress(exchange, pathOf(schema, 1), chainId)
  await close()
  return wrongIn({ shown: shown.join() === found })
}

/** A call with data: the allowance of a token. */
export const allowing = (token: Address) => ({
  to: token,
  value: '0x0' as const,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [stranger, 1n] }),
})

/** Pays on a chain without a base fee. */
export const paysAsBefore = (wallet: TrialWallet) => {
  wallet.network.fees = { gasPrice: '0x174876e800' }
  return runs(wallet, asks(wallet, [payment('0x3')]), {
    signed: 'transaction',
    type: '0x0',
    paid: 3,
  })
}

/** Runs a batch as one through code that the account has from before. */
export const runsThrough = (code: Address) => async (wallet: TrialWallet) => {
  await wallet.setCode(wallet.own, delegation(code))
  return runs(wallet, asks(wallet, two), { signed: 'transaction', type: '0x2', paid: 3 })
}

/** Sends a call with data. */
export const calls = (wallet: TrialWallet, { usdc }: Contracts) =>
  runs(wallet, asks(wallet, [allowing(usdc)]), { signed: 'transaction', type: '0x2', paid: 0 })

/** All flows of an account in a Ledger. */
export const flows: readonly Flow[] = [
  {
    name: 'coin is sent',
    run: (wallet) =>
      runs(wallet, asks(wallet, [payment('0x3')]), {
        signed: 'transaction',
        type: '0x2',
        paid: 3,
      }),
  },
  { name: 'a call with data', run: calls },
  { name: 'a transaction on a chain without a base fee', run: paysAsBefore },
  {
    name: 'a batch as one, with the upgrade',
    run: (wallet) =>
      runs(wallet, asks(wallet, two), {
        signed: 'authorization transaction',
        type: '0x4',
        paid: 3,
      }),
  },
  { name: 'a batch as one, upgraded before', run: runsThrough(deviceExecutor) },
  { name: 'a batch as one, through the wallet’s own code', run: runsThrough(executor) },
  {
    name: 'a batch in order',
    run: async (wallet) => {
      await wallet.setCode(deviceExecutor, '0x')
      return runs(wallet, asks(wallet, two, { atomicRequired: false }), {
        signed: 'transaction transaction',
        type: '0x2',
        paid: 3,
      })
    },
  },
  { name: 'a signature that is late', run: comesLate },
  { name: 'a rejection on the device', run: isRejected },
  { name: 'a faster transaction', run: speedsUp },
  { name: 'a cancellation', run: cancels({ isUpgrade: false }) },
  { name: 'a cancellation that takes the upgrade back', run: cancels({ isUpgrade: true }) },
  {
    name: 'a cancellation of an upgrade over other code, which goes, too',
    run: cancels({ isUpgrade: true, before: stranger }),
  },
  { name: 'the way back to a plain account', run: revokes(deviceExecutor) },
  { name: 'the way back from the wallet’s own code', run: revokes(executor) },
  { name: 'the way back to a plain account, cancelled', run: keepsCode },
  {
    name: 'the way back from the wallet’s own code, which cannot be cancelled',
    run: cannotKeepCode,
  },
  { name: 'a message', run: message('hello') },
  { name: 'a long message', run: message('hello '.repeat(500)) },
  { name: 'a sign-in', run: message(signIn) },
  {
    name: 'typed data, field by field',
    run: (wallet) => signs(wallet, { kind: 'typed data', typedData }, hashTypedData(typedData)),
  },
  {
    name: 'typed data by their hashes',
    run: (wallet) =>
      signs(
        wallet,
        { kind: 'hashes', digests: typedDataDigests(typedData) },
        hashTypedData(typedData),
      ),
  },
  { name: 'an address of Ledger Live is shown', run: confirms('live') },
  { name: 'an address of BIP-44 is shown', run: confirms('bip44') },
  { name: 'an address of the first wallet is shown', run: confirms('legacy') },
]

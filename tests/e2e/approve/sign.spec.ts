import { verifyMessage as ethersVerify, verifyTypedData as ethersVerifyTyped } from 'ethers'
import {
  createPublicClient,
  hashMessage,
  hashTypedData,
  http,
  keccak256,
  toHex,
  verifyMessage,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { delegation, executor } from '../../../lib/delegate/executor.ts'
import { development } from '../../chain/development.ts'
import { rpc } from '../../chain/rpc.ts'
import { alice, bob, keys, stranger } from '../../unit/accounts.ts'
import { mail } from '../../unit/sign/typedDataSamples.ts'
import {
  close,
  countWindows,
  decided,
  approvalWindow,
  reject,
  unlock,
} from '../support/walletPages.ts'
import { ethersOn, signed, viemOn } from '../support/clients.ts'
import { receiptOf } from '../support/chainState.ts'
import { request } from '../support/site.ts'
import { expect, test } from '../support/test.ts'

const { EIP712Domain: _, ...types } = mail.types
const domain = { ...mail.domain, chainId: 31337 } as const
const data = { types, primaryType: 'Mail', domain, message: mail.message } as const

test('viem and ethers sign messages and typed data, and both verify them', async ({
  wallet,
  connected,
}) => {
  const { context } = wallet
  const viem = viemOn(connected)
  const ethers = await ethersOn(connected).getSigner(alice)
  const message = 'Grüße, world\nsecond line'

  const first = await signed(context, viem.signMessage({ account: alice, message }), (window) =>
    expect(window.locator('main')).toContainText('Grüße, world'),
  )
  expect(await verifyMessage({ address: alice, message, signature: first })).toBe(true)
  expect(ethersVerify(message, first)).toBe(alice)
  expect(await signed(context, ethers.signMessage(message))).toBe(first)

  const typed = await signed(
    context,
    viem.signTypedData({ account: alice, ...data }),
    async (window) => {
      const ends = `${stranger.slice(0, 10)}…${stranger.slice(-8)}`
      for (const text of ['Ether Mail', 'Local', ends, 'Cow', 'Hello, Bob!'])
        await expect(window.locator('main')).toContainText(text)
    },
  )
  expect(ethersVerifyTyped(domain, types, mail.message, typed)).toBe(alice)
  expect(await signed(context, ethers.signTypedData(domain, types, mail.message))).toBe(typed)
})

test('the signatures of a delegated account hold on chain (ERC-1271) @long', async ({
  chains,
  wallet,
  connected,
}) => {
  const { url } = chains.local
  await rpc(url, 'anvil_setCode', [alice, delegation(executor)])
  const viem = viemOn(connected)
  const node = createPublicClient({ transport: http(url) })
  const isValid = async (hash: `0x${string}`, signature: `0x${string}`) =>
    (await node.readContract({
      abi: [
        {
          type: 'function',
          name: 'isValidSignature',
          stateMutability: 'view',
          inputs: [{ type: 'bytes32' }, { type: 'bytes' }],
          outputs: [{ type: 'bytes4' }],
        },
      ] as const,
      address: alice,
      functionName: 'isValidSignature',
      args: [hash, signature],
    })) === '0x1626ba7e'

  const signature = await signed(wallet.context, viem.signTypedData({ account: alice, ...data }))
  expect(await node.verifyTypedData({ address: alice, ...data, signature })).toBe(true)
  expect(await isValid(hashTypedData(data), signature)).toBe(true)
  const text = await signed(wallet.context, viem.signMessage({ account: alice, message: 'hi' }))
  expect(await isValid(hashMessage('hi'), text)).toBe(true)
  expect(await isValid(hashMessage('other'), text)).toBe(false)

  // A message of 32 bytes is refused, since it may be a hash: first in the window, after the node was asked;
  // a repeated request gets the same error without a window.
  const hash = keccak256('0x01')
  const windows = countWindows(wallet.context)
  const refused = decided(
    wallet.context,
    request(connected, 'personal_sign', [hash, alice]),
    async (window) => {
      await expect(window.getByRole('heading', { name: 'Not possible' })).toBeVisible()
      await close(window)
    },
  )
  expect((await refused).error).toMatchObject({ code: -32602 })
  expect(await request(connected, 'personal_sign', [hash, alice])).toMatchObject({
    error: { code: -32602, message: expect.stringContaining('use wallet_sendCalls') as unknown },
  })
  expect(windows()).toBe(1)
})

test('a locked wallet asks for the password first, and a refusal is 4001', async ({
  wallet,
  connected,
}) => {
  const home = await wallet.popup()
  await home.getByRole('button', { name: 'Lock', exact: true }).click()
  await home.getByRole('button', { name: 'Unlock' }).waitFor()
  const viem = viemOn(connected)
  const signature = await signed(
    wallet.context,
    viem.signMessage({ account: alice, message: 'hello' }),
    (window) => unlock(window, development.password),
  )
  expect(ethersVerify('hello', signature)).toBe(alice)
  const refused = viem
    .signMessage({ account: alice, message: 'hello' })
    .catch((error: unknown) => error)
  await reject(await approvalWindow(wallet.context))
  expect(await refused).toMatchObject({ name: 'UserRejectedRequestError', code: 4001 })
})

test('bytes signed elsewhere reach the chain, again too @long', async ({ chains, connected }) => {
  const { url } = chains.local
  const raw = await privateKeyToAccount(keys[bob] ?? '0x').signTransaction({
    type: 'eip1559',
    chainId: 31337,
    to: stranger,
    value: 1n,
    gas: 21_000n,
    nonce: Number(await rpc(url, 'eth_getTransactionCount', [bob, 'latest'])),
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 1n,
  })
  const answer = { result: keccak256(raw) }
  expect(await request(connected, 'eth_sendRawTransaction', [raw])).toEqual(answer)
  expect(await receiptOf(url, keccak256(raw))).toMatchObject({ status: toHex(1) })
  expect(await request(connected, 'eth_sendRawTransaction', [raw])).toEqual(answer)
})

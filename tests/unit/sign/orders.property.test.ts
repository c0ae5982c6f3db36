import fc from 'fast-check'
import { hashAuthorization } from 'viem/utils'
import {
  hashMessage,
  hashTypedData,
  keccak256,
  recoverAddress,
  size,
  type Hex,
  type TypedDataDefinition,
} from 'viem'
import { beforeAll, expect, test } from 'vitest'
import * as approvals from '@/lib/approvals/approvals'
import { journal } from '@/lib/db'
import { remember } from '@/lib/network/facts'
import {
  messageHash,
  typedDataHash,
  type MessageRequest,
  type TypedDataRequest,
} from '@/lib/sign/signRequest'
import { emptyDatabase } from '../database'
import { alice, bob, stranger } from '../accounts'
import { connectSite } from '../../harness/connectSite'
import { newId, openWallet } from '../site/siteWallet'
import { dataOf } from './typedDataSamples'
import { signed, signer } from './signer'

const wallet = openWallet(signer)

beforeAll(async () => {
  await emptyDatabase()
  await connectSite()
  // A delegated account, whose signatures an executor may take as orders.
  await remember(`code:8453:${alice}`, { kind: 'executor', delegate: stranger })
})

const authorization = hashAuthorization({ chainId: 8453, contractAddress: stranger, nonce: 0 })
const preimage: Hex = `0x05d782210594111111111111111111111111111111111111111180`

/** Draws messages and typed data that a hostile page would like to have signed. */
const bait = fc.oneof(
  fc.constantFrom<unknown>(
    authorization,
    preimage,
    `0x${'ab'.repeat(32)}`,
    'x'.repeat(32),
    '0x02c0',
    '0x04c0',
    '0x1901',
    alice,
    bob,
    stranger,
    'hello',
    '',
    '0x',
    null,
    8453,
    [],
    {},
  ),
  fc.string(),
  fc.uint8Array({ maxLength: 70 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
)

const verifiers = [
  alice,
  alice.toLowerCase(),
  bob,
  '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
  String(BigInt(alice)),
  String(BigInt(bob)),
]

/** Draws mostly the harmless value, so that usually only one part of a request is hostile. */
const mostly = <T>(usual: T, ...others: T[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, fc.constantFrom(...others))

const shapes: [Record<string, string>, unknown][] = [
  [{ a: 'address' }, alice],
  [{ a: 'UserOperation[]' }, []],
  [{ delegatee: 'bool', nonce: 'bool', expiry: 'bool' }, true],
  [{ a: 'bool' }, alice],
  [{ eoa: 'address', calls: 'Call[]' }, alice],
]

const typed = fc
  .record({
    primaryType: mostly('Mail', 'PackedUserOperation', 'UserOperation', 'Delegation', 'Execute'),
    shape: mostly(...(shapes as [(typeof shapes)[0]])),
    name: mostly('Mail', 'ERC4337', 'DelegationManager'),
    chainId: mostly<unknown>(8453, '8453', '0x2105', 1, 0, 'Base'),
    verifyingContract: mostly(stranger, ...verifiers),
    verifierType: fc.constantFrom('address', 'uint256', 'bytes32', 'string'),
    isText: fc.boolean(),
  })
  .map(({ primaryType, shape: [fields, a], verifierType, isText, ...given }) => {
    // Both forms of an address that another type than address takes.
    const number = BigInt(given.verifyingContract)
    const verifyingContract =
      verifierType === 'bytes32'
        ? `0x${number.toString(16).padStart(64, '0')}`
        : given.verifyingContract
    const domain = { ...given, verifyingContract }
    const message = { a, delegatee: true, nonce: true, expiry: true, eoa: a, calls: [] }
    const data = dataOf(primaryType, fields, message, domain, { UserOperation: [], Call: [] })
    data.types.EIP712Domain = data.types.EIP712Domain.map((field) =>
      field.name === 'verifyingContract' ? { ...field, type: verifierType } : field,
    )
    return isText ? JSON.stringify(data) : data
  })

const others = ['eth_sign', 'eth_signTransaction', 'eth_decrypt', 'eth_getEncryptionPublicKey']
const methods = fc.oneof(
  fc.constant('personal_sign'),
  { weight: 2, arbitrary: fc.constantFrom('eth_signTypedData_v4', 'eth_signTypedData_v3') },
  fc.constantFrom('eth_signTypedData', ...others),
)

const one = fc.oneof(fc.constantFrom(alice, bob, stranger, alice.toLowerCase()), typed, bait)
const requests = fc.record({
  method: methods,
  params: fc.oneof(
    fc.array(one, { maxLength: 3 }),
    fc.tuple(fc.constant(alice), fc.oneof(typed, bait)),
    fc.tuple(fc.oneof(typed, bait), fc.constant(alice)),
  ),
})

/** Approves whatever waits, with the hash of what is stored, as a user does who reads nothing. */
const approveBlindly = async (id: string) => {
  const row = await approvals.find(id)
  if (!row) return
  const { params, method } = row
  const hash =
    method === 'personal_sign'
      ? messageHash(params as MessageRequest)
      : await typedDataHash(params as TypedDataRequest)
  await wallet.approve(id, { hash }).catch(() => 'refused')
  await wallet.reject(id)
  return params as MessageRequest & TypedDataRequest
}

const forbidden: Hex[] = [
  authorization,
  keccak256(preimage),
  keccak256('0x02c0'),
  keccak256('0x04c0'),
]

test('whatever a page sends and a user approves, no order of an executor is signed', async () => {
  const signatures = { personal_sign: 0, typed: 0 }
  await fc.assert(
    fc.asyncProperty(requests, async ({ method, params }) => {
      signed.length = 0
      // Three rejections would give the site a minute's rest.
      await journal.approvals.clear()
      const id = newId()
      const answer = wallet.send(method, params, { id })
      const isAsked = new Promise<void>((resolve) => {
        const off = approvals.approvalsChanged.on(() => {
          off()
          resolve()
        })
      })
      await Promise.race([answer, isAsked])
      const row = await approveBlindly(id)
      const { result, error } = await answer
      if (error) expect([-32602, 4001, 4100, 4200]).toContain(error.code)
      expect(signed).toHaveLength(result === undefined ? 0 : 1)
      if (result === undefined || !row) return

      const signature = result as Hex
      expect(row.from).toBe(alice)
      if (method === 'personal_sign') {
        signatures.personal_sign++
        // The digest is that of a prefixed message, and the message is no bare hash.
        const hash = hashMessage({ raw: row.message })
        expect(await recoverAddress({ hash, signature })).toBe(alice)
        expect(size(row.message)).not.toBe(32)
        expect(forbidden).not.toContain(hash)
        return
      }
      signatures.typed++
      const { typedData } = row
      const hash = hashTypedData(typedData as unknown as TypedDataDefinition)
      expect(await recoverAddress({ hash, signature })).toBe(alice)
      expect(forbidden).not.toContain(hash)
      expect(JSON.stringify(typedData.types)).not.toMatch(/UserOperation|"Call\[\]"/)
      expect(typedData.domain.name).not.toBe('ERC4337')
      expect(BigInt(typedData.domain.chainId as string)).toBe(8453n)
      const verifier = (typedData.domain.verifyingContract as string).toLowerCase()
      for (const own of [alice, bob]) {
        expect(verifier).not.toContain(own.slice(2).toLowerCase())
        expect(verifier).not.toBe(String(BigInt(own)))
      }
    }),
    { numRuns: 300 },
  )
  // Some requests must have been signed, or nothing was tried.
  for (const count of Object.values(signatures)) expect(count).toBeGreaterThan(10)
})

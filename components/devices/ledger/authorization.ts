import { concatBytes, hexToBytes, numberToBytes, type Address } from 'viem'
import { command, send, type Command, type Exchange } from './apdu'
import { encodePath } from './path'
import { readSignatureAnswer, type Signature } from './signature'

const authorizeIns = 0x34

/** An authorization (EIP-7702) to sign. */
export type Authorization = { chainId: number; address: Address; nonce: number }

/** Tags of the app's structure (src/features/sign_authorization_eip7702/auth_7702.c), and its version. */
const tags = { version: 0, delegate: 1, chainId: 2, nonce: 3 }
const version = new Uint8Array([1])

const field = (tag: number, value: Uint8Array): Uint8Array =>
  concatBytes([new Uint8Array([tag, value.length]), value])

/** Returns the command that has the app sign an authorization. */
export const authorizationCommand = (
  path: string,
  { chainId, address, nonce }: Authorization,
): Command => {
  const structure = concatBytes([
    field(tags.version, version),
    field(tags.delegate, hexToBytes(address)),
    field(tags.chainId, numberToBytes(chainId, { size: 8 })),
    field(tags.nonce, numberToBytes(nonce, { size: 8 })),
  ])
  const length = numberToBytes(structure.length, { size: 2 })
  return command(authorizeIns, 1, 0, concatBytes([encodePath(path), length, structure]))
}

/** Has the app sign an authorization (EIP-7702). */
export const signAuthorization = async (
  exchange: Exchange,
  path: string,
  authorization: Authorization,
): Promise<Signature> =>
  readSignatureAnswer(await send(exchange, authorizationCommand(path, authorization)), 0)

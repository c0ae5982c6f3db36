import { bytesToHex, type Hex } from 'viem'
import { deviceError } from './fault'

/** A signature as transactions and authorizations carry it. */
export type Signature = { r: Hex; s: Hex; yParity: 0 | 1 }

/** Reads the answer to a command that signs: v, r and s; `base`: v of the even parity. Throws for another form. */
export const readSignatureAnswer = (answer: Uint8Array, base: number): Signature => {
  const yParity = ((answer[0] ?? 0) - base) & 0xff
  if (answer.length !== 65 || (yParity !== 0 && yParity !== 1)) throw deviceError('bad answer')
  return {
    r: bytesToHex(answer.subarray(1, 33)),
    s: bytesToHex(answer.subarray(33)),
    yParity,
  }
}

/** Returns a signature as messages carry it: r, s, and 27 or 28. */
export const signatureHex = ({ r, s, yParity }: Signature): Hex =>
  `${r}${s.slice(2)}${yParity === 0 ? '1b' : '1c'}`

/** Reads the signature of a message, whose v is 27 or 28. Throws for another form. */
export const readMessageSignature = (answer: Uint8Array): Hex =>
  signatureHex(readSignatureAnswer(answer, 27))

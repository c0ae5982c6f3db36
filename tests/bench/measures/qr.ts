import { performance } from 'node:perf_hooks'
import { URDecoder } from '@ngraveio/bc-ur'
import { decodeQR } from 'qr/decode.js'
import { hexToBytes, numberToHex, serializeTransaction } from 'viem'
import type * as Ur from '../../../components/devices/qr/ur.ts'
import { frameOf } from '../../device/film.ts'
import { openModules } from '../../harness/modules.ts'
import { within, type Measure } from '../measure.ts'

/** Pictures that a small camera takes in a second. */
const perSecond = 15

/** A transaction of about 1 kB. */
const transaction = hexToBytes(
  serializeTransaction({
    chainId: 8453,
    nonce: 1,
    maxFeePerGas: 5n,
    maxPriorityFeePerGas: 1n,
    gas: 21_000n,
    to: numberToHex(1, { size: 20 }),
    data: numberToHex(7, { size: 960 }),
  }),
)

/**
 * Time in ms in which a camera of 15 pictures a second has read a message: that of its pictures, and of what is worked
 * out for each, where that takes longer than the next picture to come.
 */
const readTime = ({ createParts }: typeof Ur, take: (text: string) => boolean): number => {
  const parts = createParts({ type: 'eth-sign-request', cbor: transaction })
  let passed = 0
  for (let picture = 0; ; picture++) {
    // The screen shows ten codes a second.
    const frame = frameOf(parts.at(Math.floor((picture * 10) / perSecond)))
    const started = performance.now()
    const isWhole = take(decodeQR(frame))
    passed += Math.max(1000 / perSecond, performance.now() - started)
    if (isWhole) return passed
  }
}

/** Measures how long a message takes from the screen of one to the camera of another, without a browser. */
export const qr: Measure = {
  name: 'qr',
  async run() {
    const modules = await openModules()
    const ur = await modules.load<typeof Ur>('/components/devices/qr/ur.ts')
    const rounds = Array.from({ length: 5 })
    const wallet = rounds.map(() => {
      const { take } = ur.createReader()
      return readTime(ur, (text) => take(text).ur !== undefined)
    })
    // The floor is the published decoder.
    const floor = rounds.map(() => {
      const decoder = new URDecoder()
      return readTime(ur, (text) => decoder.receivePart(text) && decoder.isComplete())
    })
    await modules.close()
    return [
      within('a 1 kB transaction by QR codes, 15 pictures a second', {
        floor,
        wallet,
        most: 3_000,
      }),
    ]
  },
}

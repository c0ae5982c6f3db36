/** Length of a report in bytes. */
const length = 64

/** Marks a report that carries a part of an APDU. */
const tag = 0x05

/** A report that a device can be sent. */
export type Frame = Uint8Array<ArrayBuffer>

/** Bytes of a report before its content: channel, tag and number. */
const head = 5

/**
 * Splits an APDU into reports of 64 bytes: channel (2 bytes), tag, number of the report (2), and content, which
 * begins with the length of the APDU (2) and ends with zeros.
 */
export const toFrames = (channel: number, apdu: Uint8Array): Frame[] => {
  const content = new Uint8Array(2 + apdu.length)
  new DataView(content.buffer).setUint16(0, apdu.length)
  content.set(apdu, 2)
  const room = length - head
  return Array.from({ length: Math.ceil(content.length / room) }, (_, number) => {
    const frame = new Uint8Array(length)
    const view = new DataView(frame.buffer)
    view.setUint16(0, channel)
    view.setUint8(2, tag)
    view.setUint16(3, number)
    frame.set(content.subarray(room * number, room * (number + 1)), head)
    return frame
  })
}

/**
 * Creates a function that takes a channel's reports one by one and returns the APDU once it is whole. Reports of
 * other channels are left out: every page that has the device open receives all of them. Throws for a report out
 * of turn.
 */
export const createJoiner = (channel: number): ((report: DataView) => Uint8Array | undefined) => {
  let whole: Uint8Array | undefined
  let filled = 0
  let next = 0
  return (report) => {
    if (report.byteLength < head || report.getUint16(0) !== channel) return undefined
    if (report.getUint8(2) !== tag || report.getUint16(3) !== next)
      throw new Error('a report came out of turn')
    const start = next === 0 ? head + 2 : head
    if (next === 0) {
      if (report.byteLength < start) throw new Error('a report is too short')
      whole = new Uint8Array(report.getUint16(head))
    }
    next++
    if (!whole) return undefined
    const bytes = new Uint8Array(report.buffer, report.byteOffset, report.byteLength)
    const part = bytes.subarray(start, start + whole.length - filled)
    whole.set(part, filled)
    filled += part.length
    return filled === whole.length ? whole : undefined
  }
}

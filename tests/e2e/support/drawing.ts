import { URDecoder, type UR } from '@ngraveio/bc-ur'
import { decodeQR } from 'qr/decode.js'
import type { Scripted } from './site.ts'

/** Reads the code that a page draws: the path of its dark modules and the box that they stand in. */
const readDrawing = (drawing: string, box: string): string => {
  const side = 4 * Number(box.split(' ')[2])
  const data = new Uint8Array(4 * side * side).fill(255)
  for (const [, x = '', y = ''] of drawing.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let line = 0; line < 4; line++)
      for (let column = 0; column < 4; column++) {
        const at = 4 * ((4 * Number(y) + line) * side + 4 * Number(x) + column)
        data.fill(0, at, at + 3)
      }
  return decodeQR({ width: side, height: side, data })
}

/** The code that a page draws now; undefined before it draws one. */
const drawnOn = (page: Scripted) =>
  page.evaluate(() => {
    const code = document.querySelector('svg[aria-label="QR code for your device"]')
    const drawing = code?.querySelector('path')?.getAttribute('d')
    const box = code?.getAttribute('viewBox')
    return drawing && box ? { drawing, box } : undefined
  })

/** Reads the message that a page shows in codes, by the published library, as a device's camera does. */
export const readScreen = async (page: Scripted): Promise<UR> => {
  const decoder = new URDecoder()
  while (!decoder.isComplete()) {
    const drawn = await drawnOn(page)
    if (drawn) decoder.receivePart(readDrawing(drawn.drawing, drawn.box))
  }
  return decoder.resultUR()
}

import { decodeQR } from 'qr/decode.js'

/** Reads the code that a page draws: the path of its dark modules and the box that they stand in. */
export const readDrawing = (drawing: string, box: string): string => {
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

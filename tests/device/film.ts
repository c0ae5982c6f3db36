import encodeQR from 'qr'

/** Side of a picture in pixels, as a small camera's. */
const side = 480

/** Draws a code in the middle of a grey picture, a byte a pixel. */
export const drawn = (text: string): Uint8Array => {
  const code = encodeQR(text, 'raw', { ecc: 'low', border: 3 })
  const scale = Math.floor(side / code.length)
  const edge = Math.floor((side - scale * code.length) / 2)
  const picture = new Uint8Array(side * side).fill(0x80)
  for (const [y, row] of code.entries())
    for (const [x, isDark] of row.entries())
      for (let line = 0; line < scale; line++) {
        const start = (edge + y * scale + line) * side + edge + x * scale
        picture.fill(isDark ? 0x10 : 0xeb, start, start + scale)
      }
  return picture
}

/** Returns a film of codes, one after another, as Chromium's fake camera plays it without end (YUV4MPEG2). */
export const filmOf = (codes: readonly string[], perSecond = 10): Buffer => {
  const colour = Buffer.alloc((side * side) / 2, 0x80)
  const frames = codes.flatMap((text) => [Buffer.from('FRAME\n'), Buffer.from(drawn(text)), colour])
  const head = `YUV4MPEG2 W${side} H${side} F${perSecond}:1 Ip A1:1 C420jpeg\n`
  return Buffer.concat([Buffer.from(head), ...frames])
}

/** Returns a picture of a code as a page gets it of a camera: four bytes a pixel. */
export const frameOf = (text: string): { width: number; height: number; data: Uint8Array } => {
  const data = new Uint8Array(4 * side * side).fill(255)
  for (const [pixel, light] of drawn(text).entries()) data.fill(light, 4 * pixel, 4 * pixel + 3)
  return { width: side, height: side, data }
}

import { crc32, deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { animate, chunksOf } from '../../gallery/apng'

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length, 0)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** A PNG of one shade of grey, its data in two chunks. */
const grey = (width: number, shade: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(1, 4)
  header[8] = 8
  const data = deflateSync(Buffer.from([0, ...Array.from({ length: width }, () => shade)]))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', data.subarray(0, 4)),
    chunk('IDAT', data.subarray(4)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

test('pictures become the frames of one, in one sequence, each with its time', () => {
  const [dark, light] = [grey(2, 0), grey(2, 255)]
  const chunks = chunksOf(
    animate([
      { png: dark, ms: 1_500 },
      { png: light, ms: 40_000 },
    ]),
  )
  expect(chunks.map(({ type }) => type)).toEqual([
    'IHDR',
    'acTL',
    'fcTL',
    'IDAT',
    'IDAT',
    'fcTL',
    'fdAT',
    'fdAT',
    'IEND',
  ])
  const dataOf = (type: string) =>
    chunks.flatMap((one) => (one.type === type ? [one.data.toString('hex')] : []))
  expect(dataOf('acTL')).toEqual(['0000000200000000'])
  expect(dataOf('fcTL')).toEqual([
    '000000000000000200000001000000000000000005dc03e80000',
    '00000001000000020000000100000000000000009c4003e80000',
  ])
  const inLight = chunksOf(light).flatMap(({ type, data }) => (type === 'IDAT' ? [data] : []))
  expect(dataOf('fdAT')).toEqual([
    `00000002${inLight[0]?.toString('hex')}`,
    `00000003${inLight[1]?.toString('hex')}`,
  ])
})

test('a picture of another size, and none at all, are refused', () => {
  expect(() => animate([])).toThrow('There is no picture')
  expect(() =>
    animate([
      { png: grey(2, 0), ms: 1 },
      { png: grey(3, 0), ms: 1 },
    ]),
  ).toThrow('Picture 1 has another size')
})

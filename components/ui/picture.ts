import type { Address } from 'viem'

/** A picture of a number: two colours and which of five by five cells have the second, left as right. */
export type Picture = { ground: string; ink: string; cells: readonly [x: number, y: number][] }

/** Spreads the address's bytes, so that addresses that look alike do not. */
const mixed = (address: Address): readonly number[] => {
  let state = 2166136261
  const next = (byte: number) => {
    state = Math.imul(state ^ byte, 16777619)
    return (state ^ (state >>> 15)) >>> 0
  }
  const bytes = (address.slice(2).toLowerCase().match(/../g) ?? []).map((two) => parseInt(two, 16))
  for (const byte of bytes) next(byte)
  return bytes.map(next)
}

/** A soft picture: a ground and spots of light on it, by their middle in eighths of its sides. */
export type Glow = { ground: string; spots: readonly { x: number; y: number; colour: string }[] }

/** The picture of an account, the same everywhere and drawn without asking anyone. */
export const glowOf = (address: Address): Glow => {
  const numbers = mixed(address)
  const at = (index: number) => numbers[index] ?? 0
  const hue = at(0) % 360
  const spot = (first: number, turn: number, look: string) => ({
    x: at(first) % 9,
    y: at(first + 1) % 9,
    colour: `hsl(${(hue + turn + (at(first + 2) % 90)) % 360} ${look})`,
  })
  return {
    ground: `hsl(${hue} 62% 44%)`,
    spots: [spot(1, 60, '85% 62%'), spot(4, 180, '75% 82%')],
  }
}

/** The picture of a token or network by its number, the same everywhere. */
export const pictureOf = (address: Address): Picture => {
  const numbers = mixed(address)
  const at = (index: number) => numbers[index] ?? 0
  const hue = at(0) % 360
  const half = Array.from({ length: 15 }, (_, index) => index).filter(
    (index) => at(index + 2) % 2 === 1,
  )
  return {
    ground: `hsl(${hue} 55% 88%)`,
    ink: `hsl(${(hue + 150 + (at(1) % 60)) % 360} 60% 38%)`,
    cells: half.flatMap((index): [number, number][] => {
      const [x, y] = [index % 3, Math.floor(index / 3)]
      return x === 2
        ? [[x, y]]
        : [
            [x, y],
            [4 - x, y],
          ]
    }),
  }
}

export const half = (value: number) => value / 2

export const isLong = (text: string) => text.length > 3

export const greeting = () => 'hello'

export const count = (to: number) => {
  let at = 0
  while (at < to) at += 1
  return at
}

let isUsed = false

/** Works once in each worker: what one change has used, the next one finds used. */
export const once = () => {
  if (isUsed) throw new Error('used up')
  isUsed = true
  return true
}

export const price = (value: number) => value + 1

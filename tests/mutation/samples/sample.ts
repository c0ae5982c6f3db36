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

export const push = (value: number) => value + 2

export const knock = (value: number) => value + 3

export const marks = new Set<boolean>()

/** Outlives a change in its worker, as its mark does. */
export const mark = () => marks.add(true)

export const double = (value: number) => value * 2

export const triple = (value: number) => value * 3

export const quarter = (value: number) => value / 4

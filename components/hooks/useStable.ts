import { useState } from 'react'

/** Returns the value as it first was for as long as others say the same: a row read again draws nothing anew. */
export const useStable = <T>(value: T): T => {
  const [first, setFirst] = useState(value)
  if (value === first || JSON.stringify(value) === JSON.stringify(first)) return first
  setFirst(value)
  return value
}

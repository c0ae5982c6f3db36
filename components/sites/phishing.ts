import { keccak256, stringToBytes } from 'viem'
import phishing from './phishing.json'

/** Hex digits of a host's hash that the list keeps. */
const kept = 12

const at = (index: number): string => phishing.hashes.slice(index * kept, (index + 1) * kept)

const has = (hash: string): boolean => {
  let low = 0
  let high = phishing.hashes.length / kept
  while (low < high) {
    const middle = (low + high) >> 1
    if (at(middle) < hash) low = middle + 1
    else high = middle
  }
  return at(low) === hash
}

/** The host and each that it lies below, down to two labels: `a.b.com` and `b.com`. */
const upwards = (host: string): string[] => {
  const labels = host.split('.')
  return labels.slice(0, -1).map((_, from) => labels.slice(from).join('.'))
}

/** Tells if a host, or one that it lies below, is on the list of known phishing hosts; a miss says nothing. */
export const isListed = (host: string): boolean =>
  upwards(host).some((one) => has(keccak256(stringToBytes(one)).slice(2, 2 + kept)))

/** Where digits of the encoding lead (RFC 3492): its parameters for domain names. */
const [base, least, most, skew, damp] = [36, 1, 26, 38, 700]

const adapt = (delta: number, count: number, isFirst: boolean): number => {
  let rest = isFirst ? Math.floor(delta / damp) : delta >> 1
  rest += Math.floor(rest / count)
  let k = 0
  for (; rest > ((base - least) * most) / 2; k += base) rest = Math.floor(rest / (base - least))
  return k + Math.floor(((base - least + 1) * rest) / (rest + skew))
}

const digitOf = (code: number): number => {
  if (code >= 48 && code <= 57) return code - 22
  return code >= 97 && code <= 122 ? code - 97 : base
}

/** The letters that a label of punycode stands for, its `xn--` left off (RFC 3492); undefined for none. */
export const fromPunycode = (text: string): string | undefined => {
  const split = text.lastIndexOf('-')
  const points = split > 0 ? Array.from(text.slice(0, split), (char) => char.charCodeAt(0)) : []
  let [n, bias, i] = [128, 72, 0]
  for (let at = split > 0 ? split + 1 : 0; at < text.length;) {
    const start = i
    for (let weight = 1, k = base; ; k += base) {
      const digit = digitOf(text.charCodeAt(at++))
      // A text that ends here has no digit: its codes are none.
      if (!(digit < base)) return undefined
      i += digit * weight
      if (i > 0x7fffffff) return undefined
      const threshold = Math.min(most, Math.max(least, k - bias))
      if (digit < threshold) break
      weight *= base - threshold
    }
    const count = points.length + 1
    bias = adapt(i - start, count, start === 0)
    n += Math.floor(i / count)
    i %= count
    if (n > 0x10ffff || (n >= 0xd800 && n < 0xe000)) return undefined
    points.splice(i++, 0, n)
  }
  return String.fromCodePoint(...points)
}

import { parseAbi } from 'viem'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { withParsedAbis } from '../../scripts/parseAbis.ts'

const transformed = (code: string) => withParsedAbis(code, parseAst(code))

const abiOf = (code: string): unknown => JSON.parse(/^const abi = (.*)$/m.exec(code)?.[1] ?? '')

const struct = 'struct Pair { address token; uint256 amount; }'
const transfer = 'function transfer(Pair pair, bytes data) returns (bool)'

test('a call becomes the ABI that parseAbi gives at run time, constants and templates included', () => {
  const code = `
const amount = 'uint256 amount;'
const structs = [\`struct Pair { address token; \${amount} }\`]
const abi = parseAbi([...structs, '${transfer}'])
`
  expect(abiOf(transformed(code))).toEqual(parseAbi([struct, transfer]))
})

test('several calls in one file are each replaced, and nothing else is', () => {
  const code = `const a = 'ä'; f(parseAbi(['${struct}', '${transfer}']), parseAbi(['error Gone()']), a)`
  const abis = [parseAbi([struct, transfer]), parseAbi(['error Gone()'])]
  expect(transformed(code)).toBe(
    `const a = 'ä'; f(${abis.map((abi) => JSON.stringify(abi)).join(', ')}, a)`,
  )
})

test.each([
  ['a name that is declared twice', `const s = 'error A()'; () => { const s = 'error B()' }`],
  ['a name that comes from elsewhere', `import { s } from './other'`],
  ['a value that only running the code tells', `const s = read()`],
])('%s ends the build', (_, before) => {
  expect(() => transformed(`${before}\nconst abi = parseAbi([s])`)).toThrow(
    'parseAbi takes strings that are known while building',
  )
})

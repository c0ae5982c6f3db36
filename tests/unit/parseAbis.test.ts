import { parseAbi } from 'viem'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { abiOf } from '@/lib/values/abiText'
import { withParsedAbis } from '../../scripts/plugins/parseAbis.ts'

const transformed = (code: string) => withParsedAbis(code, parseAst(code))

const parsedIn = (code: string): unknown => JSON.parse(/^const abi = (.*)$/m.exec(code)?.[1] ?? '')

const struct = 'struct Pair { address token; uint256 amount; }'
const transfer = 'function transfer(Pair pair, bytes data) returns (bool)'

test('a call becomes the ABI that parseAbi gives at run time, constants and templates included', () => {
  const code = `
const amount = 'uint256 amount;'
const structs = [\`struct Pair { address token; \${amount} }\`]
const abi = parseAbi([...structs, '${transfer}'])
`
  expect(parsedIn(transformed(code))).toEqual(parseAbi([struct, transfer]))
})

test('several calls in one file are each replaced, and nothing else is', () => {
  const code = `const a = 'ä'; f(parseAbi(['${struct}', '${transfer}']), parseAbi(['error Gone()']), a)`
  const abis = [parseAbi([struct, transfer]), parseAbi(['error Gone()'])]
  expect(transformed(code)).toBe(
    `const a = 'ä'; f(${abis.map((abi) => JSON.stringify(abi)).join(', ')}, a)`,
  )
})

test('functions that return nothing become a text that gives the same ABI', () => {
  const functions = [
    'struct Pair { address token; uint256[] amounts; }',
    'function pay(Pair[2][] pairs, (bytes data, (bool, uint8 v) inner) rest, string text)',
    'function stop()',
    'function run(address, bytes32[3])',
  ] as const
  const code = transformed(`const abi = parseAbi(${JSON.stringify(functions)})`)
  const [, from, text] =
    /^import \{ abiOf \} from "([^"]*)";const abi = abiOf\((".*")\)$/.exec(code) ?? []
  expect(from).toMatch(/lib\/values\/abiText\.ts$/)
  expect(abiOf(JSON.parse(text ?? '""') as string)).toEqual(parseAbi(functions))
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

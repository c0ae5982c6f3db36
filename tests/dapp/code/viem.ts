import type { Action } from './action'
import { callsOf, signedOf } from './arguments'
import { chainIn } from './chains'
import { literal, type Literal } from './literal'

const client = (chain?: string) => [
  `const wallet = createWalletClient({`,
  ...(chain ? [`  chain: ${chain},`] : []),
  `  transport: custom(window.ethereum),`,
  `})`,
]

const imports = `import { createWalletClient, custom } from 'viem'`

const simple = (lines: string[]) => [imports, '', ...client(), '', ...lines]

const call = (start: string, value: Literal) => [`${start}(${literal(value)})`]

const linesOf = (action: Action): string[] => {
  switch (action.kind) {
    case 'sendCalls': {
      const chain = chainIn('viem', action.chainId)
      return [
        imports,
        ...chain.imports,
        '',
        ...chain.definition,
        ...client(chain.name),
        '',
        ...call('const { id } = await wallet.sendCalls', {
          account: action.account,
          ...callsOf(action),
        }),
        `const { status } = await wallet.waitForCallsStatus({ id })`,
      ]
    }
    case 'signMessage':
      return simple(call('const signature = await wallet.signMessage', signedOf(action)))
    case 'signTypedData':
      return simple(call('const signature = await wallet.signTypedData', signedOf(action)))
    case 'switchChain':
      return simple(call('await wallet.switchChain', { id: action.chainId }))
    case 'request':
      return [
        `// viem has no function that sends this as it stands.`,
        ...call('const result = await window.ethereum.request', {
          method: action.method,
          params: action.params,
        }),
      ]
  }
}

/** Writes a request as code for viem. */
export const viemCode = (action: Action) => linesOf(action).join('\n')

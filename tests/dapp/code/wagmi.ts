import type { Action } from './action'
import { callsOf, signedOf } from './arguments'
import { chainIn } from './chains'
import { literal, type Literal } from './literal'

/** The chain of a message does not matter; a configuration needs one. */
const anyChain = 1

const withConfig = (
  chainId: number,
  names: string[],
  lines: (chain: string) => string[],
): string[] => {
  const { name, imports, definition } = chainIn('wagmi', chainId)
  return [
    `import { createConfig, http, injected } from 'wagmi'`,
    `import { ${['connect', ...names].join(', ')} } from 'wagmi/actions'`,
    ...imports,
    '',
    ...definition,
    `const config = createConfig({`,
    `  chains: [${name}],`,
    `  connectors: [injected()],`,
    `  transports: { [${name}.id]: http() },`,
    `})`,
    `await connect(config, { connector: injected() })`,
    '',
    ...lines(name),
  ]
}

const call = (start: string, value: Literal) => [`${start}(config, ${literal(value)})`]

const linesOf = (action: Action): string[] => {
  switch (action.kind) {
    case 'sendCalls':
      return withConfig(action.chainId, ['sendCalls', 'waitForCallsStatus'], () => [
        ...call('const { id } = await sendCalls', {
          account: action.account,
          chainId: action.chainId,
          ...callsOf(action),
        }),
        `const { status } = await waitForCallsStatus(config, { id })`,
      ])
    case 'signMessage':
      return withConfig(anyChain, ['signMessage'], () =>
        call('const signature = await signMessage', signedOf(action)),
      )
    case 'signTypedData':
      return withConfig(anyChain, ['signTypedData'], () =>
        call('const signature = await signTypedData', signedOf(action)),
      )
    case 'switchChain':
      return withConfig(action.chainId, ['switchChain'], () =>
        call('await switchChain', { chainId: action.chainId }),
      )
    case 'request':
      return [
        `// wagmi has no function that sends this as it stands.`,
        `const result = await window.ethereum.request(${literal({
          method: action.method,
          params: action.params,
        })})`,
      ]
  }
}

/** Writes a request as code for wagmi, by its actions. */
export const wagmiCode = (action: Action) => linesOf(action).join('\n')

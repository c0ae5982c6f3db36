import type { WalletRequest } from '../walletRequest'
import type { Action } from './action'
import { literal, type Literal } from './literal'

const withProvider = (names: string[], lines: string[]) => [
  `import { ${['BrowserProvider', ...names].join(', ')} } from 'ethers'`,
  '',
  `const provider = new BrowserProvider(window.ethereum)`,
  ...lines,
]

const signer = (account: string) => `const signer = await provider.getSigner(${literal(account)})`

const linesOf = (action: Action, { method, params }: WalletRequest): string[] => {
  if (action.kind === 'signMessage') {
    const { account, message } = action
    const isText = typeof message === 'string'
    const value = isText ? literal(message) : `getBytes(${literal(message.raw)})`
    return withProvider(isText ? [] : ['getBytes'], [
      signer(account),
      `const signature = await signer.signMessage(${value})`,
    ])
  }
  if (action.kind === 'signTypedData') {
    const { account, domain, types, message } = action
    return withProvider(
      [],
      [
        signer(account),
        `const domain = ${literal(domain)}`,
        `const types = ${literal(types)}`,
        `const message = ${literal(message)}`,
        `const signature = await signer.signTypedData(domain, types, message)`,
      ],
    )
  }
  const sent = `await provider.send(${literal(method)}, ${literal(params as Literal[])})`
  if (action.kind !== 'sendCalls') return withProvider([], [`const result = ${sent}`])
  return withProvider(
    [],
    [
      `const { id } = ${sent}`,
      `const { status } = await provider.send('wallet_getCallsStatus', [id])`,
    ],
  )
}

/** Writes a request as code for ethers, which has functions for signatures only. */
export const ethersCode = (action: Action, request: WalletRequest) =>
  linesOf(action, request).join('\n')

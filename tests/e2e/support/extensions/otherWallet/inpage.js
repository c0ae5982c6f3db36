'use strict'

/**
 * A typical wallet: announces itself by EIP-6963 and sets `window.ethereum`, by assignment or as a fixed
 * property.
 */
const start = (page) => {
  const account = '0x0000000000000000000000000000000000007777'
  const answers = { eth_accounts: [account], eth_requestAccounts: [account], eth_chainId: '0x1' }
  const provider = {
    request: ({ method }) => Promise.resolve(answers[method]),
    on: () => provider,
    removeListener: () => provider,
  }
  const info = Object.freeze({
    uuid: '350670db-19fa-4704-a166-e52e178b59d2',
    name: 'Another wallet',
    icon: 'data:image/svg+xml,<svg/>',
    rdns: 'example.wallet',
  })
  const detail = Object.freeze({ info, provider })
  const announce = () =>
    page.dispatchEvent(new page.CustomEvent('eip6963:announceProvider', { detail }))
  page.addEventListener('eip6963:requestProvider', announce)
  announce()

  if (page.location.search === '?fixed')
    Object.defineProperty(page, 'ethereum', { value: provider, configurable: false })
  else page.ethereum = provider
  page.isOtherDone = true
}

start(globalThis)

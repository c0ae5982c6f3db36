/** Licences that fit MIT. */
const fitting = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Python-2.0',
  'Zlib',
])

/** True if one of the licences that a package offers (SPDX) fits MIT. */
export const isFitting = (licence: string): boolean =>
  licence
    .replace(/^\((.*)\)$/, '$1')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => fitting.has(one)))

/** An exception; `isTool` allows it only for what builds or tests and does not ship. */
type Exception = { licence: string | undefined; isTool?: true; why: string }

const byTheFile = 'MPL-2.0: asks for the source of its own files, and none is changed'

const runs = 'tests deploy its contract on their own chain, and nothing of it is copied'

const unused = 'comes with the executor’s contract, and nothing of it is used'

/** Packages under another licence, each with the reason why it may be there. */
export const exceptions: Readonly<Record<string, Exception>> = {
  '@axe-core/playwright': { licence: 'MPL-2.0', isTool: true, why: byTheFile },
  '@ethereumjs/rlp': { licence: 'MPL-2.0', why: byTheFile },
  '@ethereumjs/tx': { licence: 'MPL-2.0', why: byTheFile },
  '@ethereumjs/util': { licence: 'MPL-2.0', why: byTheFile },
  '@pimlico/alto': {
    licence: 'GPL-3.0-or-later',
    isTool: true,
    why: 'a bundler that `npm run sponsor` runs as a program of its own; nothing of it is copied, linked or shipped',
  },
  '@uniswap/lib': { licence: 'GPL-3.0-or-later', isTool: true, why: unused },
  '@uniswap/universal-router': {
    licence: 'GPL-2.0-or-later',
    isTool: true,
    why: runs,
  },
  '@uniswap/v2-core': { licence: 'GPL-3.0-or-later', isTool: true, why: unused },
  '@uniswap/v3-core': { licence: 'BUSL-1.1', isTool: true, why: runs },
  '@uniswap/v3-periphery': { licence: 'GPL-2.0-or-later', isTool: true, why: runs },
  'addons-linter': { licence: 'MPL-2.0', isTool: true, why: byTheFile },
  'addons-moz-compare': { licence: 'MPL-2.0', isTool: true, why: byTheFile },
  'addons-scanner-utils': { licence: 'MPL-2.0', isTool: true, why: byTheFile },
  'axe-core': { licence: 'MPL-2.0', isTool: true, why: byTheFile },
  'caniuse-lite': {
    licence: 'CC-BY-4.0',
    isTool: true,
    why: 'data on browsers that come with the mutation tests; nothing of it ships',
  },
  'deep-freeze-strict': { licence: 'public domain', why: 'free for every use' },
  'eslint-plugin-no-unsanitized': { licence: 'MPL-2.0', isTool: true, why: byTheFile },
  'fx-runner': { licence: 'MPL-2.0', isTool: true, why: byTheFile },
  lightningcss: { licence: 'MPL-2.0', isTool: true, why: byTheFile },
  memorystream: {
    licence: undefined,
    isTool: true,
    why: 'its package.json says MIT in an old form',
  },
  'web-ext': { licence: 'MPL-2.0', isTool: true, why: byTheFile },
  winreg: { licence: 'BSD', isTool: true, why: 'one of the BSD licences, which all fit' },
}

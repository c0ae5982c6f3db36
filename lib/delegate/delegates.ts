import type { Address } from 'viem'
import { deviceExecutor, executor } from './executor'

/** Encoding of a batch that the account sends to itself; each but `erc7821` is a function's name. */
export type Encoding = 'erc7821' | 'executeBatch' | 'executeBySender' | 'executeFromSelf'

/** A delegate by its maker's name; a null encoding means that no batch runs through it. */
export type Delegate = { name: string; encoding: Encoding | null }

/**
 * Known deployed delegates, with encodings as measured or as in their sources. `passesCanary` checks that an
 * account really runs batches by them.
 */
const table: readonly [name: string, Encoding | null, ...Address[]][] = [
  ['Simple7702Account 0.8', 'executeBatch', executor, deviceExecutor],
  ['Simple7702Account 0.9', 'executeBatch', '0xa46cc63eBF4Bd77888AA327837d20b23A63a56B5'],
  ['MetaMask', 'erc7821', '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B'],
  ['BEBE', 'erc7821', '0x00000000BEBEDB7C30ee418158e26E31a5A8f3E2'],
  [
    'Ambire',
    'executeBySender',
    '0x8D6220c9961E8DD1844108C854F514E120226E20',
    '0x5A7FC11397E9a8AD41BF10bf13F22B0a63f96f6d',
  ],
  ['Uniswap Calibur', 'erc7821', '0x000000009B1D0aF20D8C6d0A44e162d11F9b8f00'],
  ['Coinbase', 'executeBatch', '0x7702cb554e6bFb442cb743A7dF23154544a7176C'],
  ['OKX', 'executeFromSelf', '0x80296FF8D1ED46f8e3C7992664D13B833504c2Bb'],
  [
    'Porto',
    'erc7821',
    '0x664aB8c20B629422F5398E58ff8989E68B26A4E6',
    '0x8c0466A6C046395c8999227b288883cf7dC9f5de',
    '0xB292da8879c26ECd558BBEa87f581Cdd608FFc3c',
    '0x5874F358359ee96d2b3520409018f1a6F59A2CDC',
    '0x7C27e3AEcbF42879B64d76f604dC3430F4886462',
  ],
  [
    'Alchemy',
    'executeBatch',
    '0x69007702764179f14F51cdce752f4f775d74E139',
    '0x77021100bD87b7008E5E1989d0eB38555d0d0000',
  ],
  ['Kernel', null, '0xd6CEDDe84be40893d153Be9d467CD6aD37875b28'],
  ['Nexus', null, '0x000000004F43C49e93C970E84001853a70923B03'],
  ['Trust Wallet', null, '0xD2e28229F6f2c235e57De2EbC727025A1D0530FB'],
]

/** Known delegates by address in lower case. */
export const delegates: ReadonlyMap<string, Delegate> = new Map(
  table.flatMap(([name, encoding, ...addresses]) =>
    addresses.map((address) => [address.toLowerCase(), { name, encoding }]),
  ),
)

/** Returns a known delegate, undefined for any other. */
export const knownDelegate = (address: Address): Delegate | undefined =>
  delegates.get(address.toLowerCase())

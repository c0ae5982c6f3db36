import {
  createPublicClient,
  hexToBigInt,
  hexToBytes,
  http,
  size,
  slice,
  type Address,
  type Hex,
} from 'viem'
import { coins, collections, items, names, unreadable, type Name } from './contracts.ts'
import { allowanceKey, assetKey } from './assetKeys.ts'
import { people, type Extra, type Tools } from './scenario.ts'

/** Amounts and allowances on chain, by their keys; an amount is undefined where a token does not tell. */
export type Reading = {
  amounts: Map<string, bigint | undefined>
  allowances: Map<string, bigint>
}

const fungible = ['usdc', 'dai', 'Vault', ...coins, ...unreadable] as const
const ids = [1n, 2n, 3n, 4n, 11n, 12n, 21n]

const spendersOf = ({ at }: Tools): Address[] => [
  ...(['Market', 'swap', 'Vault', 'Permit2', 'Permit2Market', 'Shop'] as const).map(at),
  people.bob,
  people.stranger,
]

type Question = {
  to: Address
  data: Hex
  read: (answer: Hex | undefined) => void
}

const numberIn = (answer: Hex | undefined): bigint | undefined =>
  answer !== undefined && size(answer) >= 32 ? hexToBigInt(answer.slice(0, 66) as Hex) : undefined

const questionsOf = (
  tools: Tools,
  extras: readonly Extra[],
  time: bigint,
  into: Reading,
): Question[] => {
  const { at, encode } = tools
  const { alice } = people
  const spenders = spendersOf(tools)

  const held = (address: Address): Question => ({
    to: address,
    data: encode('usdc', 'balanceOf', [alice]),
    read: (answer) => {
      // A contract that is not deployed yet holds no balance.
      const isAbsent = answer === '0x'
      const key = assetKey({ standard: 'ERC20', address })
      into.amounts.set(key, isAbsent ? 0n : numberIn(answer))
    },
  })
  const owned = (address: Address, id: bigint): Question => ({
    to: address,
    data: encode('Collection', 'ownerOf', [id]),
    read: (answer) => {
      const key = assetKey({ standard: 'ERC721', address, tokenId: `0x${id.toString(16)}` })
      into.amounts.set(key, numberIn(answer) === BigInt(alice) ? 1n : 0n)
    },
  })
  const counted = (address: Address, id: bigint): Question => ({
    to: address,
    data: encode('Items', 'balanceOf', [alice, id]),
    read: (answer) => {
      const key = assetKey({ standard: 'ERC1155', address, tokenId: `0x${id.toString(16)}` })
      into.amounts.set(key, numberIn(answer))
    },
  })
  const allowed = (key: string, to: Address, data: Hex): Question => ({
    to,
    data,
    read: (answer) => {
      // The second word of a Permit2 allowance is when it expires, in s since 1970.
      const ends = key.startsWith('Permit2') ? numberIn(answer && slice(answer, 32)) : undefined
      const isOver = ends !== undefined && ends <= time
      into.allowances.set(key, isOver ? 0n : (numberIn(answer) ?? 0n))
    },
  })
  const allowancesOf = (token: Address): Question[] =>
    spenders.flatMap((spender) => [
      allowed(
        allowanceKey({ standard: 'ERC20', token, spender }),
        token,
        encode('usdc', 'allowance', [alice, spender]),
      ),
      allowed(
        allowanceKey({ standard: 'Permit2', token, spender }),
        at('Permit2'),
        encode('Permit2', 'allowance', [alice, token, spender]),
      ),
    ])
  const operatorsOf = (token: Address, standard: 'ERC721' | 'ERC1155'): Question[] =>
    spenders.map((spender) =>
      allowed(
        allowanceKey({ standard, token, spender }),
        token,
        encode('Items', 'isApprovedForAll', [alice, spender]),
      ),
    )
  const approvedOf = (token: Address, id: bigint): Question => ({
    to: token,
    data: encode('Collection', 'getApproved', [id]),
    read: (answer) => {
      for (const spender of spenders) {
        const key = allowanceKey({ standard: 'ERC721', token, spender, tokenId: id })
        into.allowances.set(key, numberIn(answer) === BigInt(spender) ? 1n : 0n)
      }
    },
  })

  const tokens = fungible.map((name: Name) => at(name))
  return [
    ...tokens.flatMap((token) => [held(token), ...allowancesOf(token)]),
    ...collections.flatMap((name) => [
      ...ids.flatMap((id) => [owned(at(name), id), approvedOf(at(name), id)]),
      ...operatorsOf(at(name), 'ERC721'),
    ]),
    ...items.flatMap((name) => [
      ...ids.map((id) => counted(at(name), id)),
      ...operatorsOf(at(name), 'ERC1155'),
    ]),
    ...extras.flatMap(({ standard, address, tokenId = 0n }) =>
      standard === 'ERC20' ? [held(address), ...allowancesOf(address)] : [owned(address, tokenId)],
    ),
  ]
}

/** Reads a text of 1 to 11 visible ASCII letters, as `string` or as `bytes32`; undefined for any other. */
const wordsIn = (data: Hex): string | undefined => {
  // A megabyte is no symbol.
  if (size(data) > 128) return undefined
  const start = size(data) === 32 ? 0 : 64
  const length = start === 0 ? 32 : Number(hexToBigInt(slice(data, 32, 64)))
  const bytes = hexToBytes(slice(data, start)).slice(0, length)
  const text = String.fromCharCode(...bytes).replace(/\0+$/, '')
  return /^[!-~]{1,11}$/.test(text) ? text : undefined
}

/** Reads a chain with viem, without the wallet's code. */
export const openMeasure = (url: string, tools: Tools) => {
  const client = createPublicClient({
    transport: http(url, { batch: { batchSize: 1_000 }, retryCount: 0, timeout: 60_000 }),
  })

  return {
    client,
    /**
     * Reads the account at a block, with number and time of block `as`: changes that time alone brings do not
     * count as changes of the batch.
     */
    read: async (blockNumber: bigint, as: bigint, extras: readonly Extra[]): Promise<Reading> => {
      const { timestamp: time } = await client.getBlock({ blockNumber: as })
      const into: Reading = { amounts: new Map(), allowances: new Map() }
      const wei = await client.getBalance({ address: people.alice, blockNumber })
      into.amounts.set(assetKey({ standard: 'native' }), wei)
      const ask = async ({ to, data, read }: Question) => {
        const asked = { to, data, blockNumber, blockOverrides: { number: as, time } }
        const answer = await client.call(asked).catch(() => undefined)
        read(answer === undefined ? undefined : (answer.data ?? '0x'))
      }
      await Promise.all(questionsOf(tools, extras, time, into).map(ask))
      return into
    },
    /**
     * Returns how much of an asset everyone but the account got between two blocks, by address in lower case;
     * of a token with an ID, its owner got one.
     */
    gains: async (key: string, from: bigint, to: bigint): Promise<Map<string, bigint>> => {
      const [standard, token, id = '0'] = key.split(' ') as [string, Address, string?]
      const { timestamp: time } = await client.getBlock({ blockNumber: to })
      const { at, encode } = tools
      const heldAt = async (who: Address, blockNumber: bigint): Promise<bigint> => {
        const data =
          standard === 'ERC20'
            ? encode('usdc', 'balanceOf', [who])
            : standard === 'ERC721'
              ? encode('Collection', 'ownerOf', [BigInt(id)])
              : encode('Items', 'balanceOf', [who, BigInt(id)])
        const asked = { to: token, data, blockNumber, blockOverrides: { number: to, time } }
        const answer = await client.call(asked).catch(() => undefined)
        const said = numberIn(answer?.data) ?? 0n
        return standard === 'ERC721' ? (said === BigInt(who) ? 1n : 0n) : said
      }
      const others = [...names.map(at), people.bob, people.stranger, people.thief, people.seller]
      const gained = await Promise.all(
        others.map(async (who): Promise<[string, bigint]> => {
          const [had, has] = await Promise.all([heldAt(who, from), heldAt(who, to)])
          return [who.toLowerCase(), has - had]
        }),
      )
      return new Map(gained.filter(([, gain]) => gain > 0n))
    },
    /** Returns symbol and decimals of a token as it states them; undefined if they are not fit to be shown. */
    labels: async (to: Address, blockNumber: bigint) => {
      const ask = async (selector: Hex) => {
        const asked = { to, data: selector, blockNumber, gas: 1_000_000n }
        return (await client.call(asked).catch(() => undefined))?.data
      }
      const [said, number] = await Promise.all([ask('0x95d89b41'), ask('0x313ce567')])
      const symbol = said && wordsIn(said)
      const decimals = number && size(number) === 32 ? hexToBigInt(number) : undefined
      return symbol && decimals !== undefined && decimals <= 36n
        ? { symbol, decimals: Number(decimals) }
        : undefined
    },
    /** Sums the gas fees, in wei, of an account's transactions in the blocks after `from`, up to `to`. */
    gasOf: async (account: Address, from: bigint, to: bigint): Promise<bigint> => {
      let sum = 0n
      for (let blockNumber = from + 1n; blockNumber <= to; blockNumber++) {
        const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true })
        const own = transactions.filter(
          (transaction) => transaction.from.toLowerCase() === account.toLowerCase(),
        )
        const receipts = await Promise.all(
          own.map(({ hash }) => client.getTransactionReceipt({ hash })),
        )
        for (const { gasUsed, effectiveGasPrice } of receipts) sum += gasUsed * effectiveGasPrice
      }
      return sum
    },
  }
}

export type Measure = ReturnType<typeof openMeasure>

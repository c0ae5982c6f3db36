import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Address } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { TokenTile } from '@/components/tokens/TokenTile'
import { usePictures } from '@/components/tokens/usePictures'
import drawings from '@/lib/listed/pictures.json'
import { listedOn, listedPicture } from '@/lib/listed/tokenIdentity'
import { builtIn } from '@/lib/network/builtIn'
import { stranger } from '../accounts'

const ofBase: Address = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const ofEthereum: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

/** A bridged dollar of another issuer that the list calls USDC, too. */
const bridged: Address = '0x7F5c764cBc14f9669B88837ca1490cCa17c31607'

beforeAll(async () => {
  await usePictures.ahead()
})

const tile = (address: Address, chainId = 8453, symbol = 'USDC') =>
  renderToStaticMarkup(createElement(TokenTile, { address, chainId, symbol }))

const drawn = '<img'

test('a listed token has its picture, whatever case its address is in', () => {
  expect(tile(ofBase)).toContain(`src="data:image/svg+xml,${encodeURIComponent(drawings.USDC)}"`)
  expect(tile(ofBase.toLowerCase() as Address)).toContain(drawn)
  expect(tile(ofEthereum, 1)).toContain(drawn)
})

test('a contract that calls itself USDC has none', () => {
  expect(tile(stranger)).not.toContain(drawn)
  expect(tile(stranger)).toContain('>U<')
  expect(tile(stranger, 1)).not.toContain(drawn)
})

test('nor has one at the address that is listed on another chain', () => {
  expect(tile(ofEthereum)).not.toContain(drawn)
  expect(tile(ofBase, 84532)).not.toContain(drawn)
})

test('nor has a listed token that shares its symbol with the one that was drawn', () => {
  expect(listedOn(10).find(({ address }) => address === bridged)?.symbol).toBe('USDC')
  expect(tile(bridged, 10)).not.toContain(drawn)
})

test('each name in the list is that of a drawing, and each drawing is in the list', () => {
  const named = builtIn.flatMap(({ chainId }) =>
    listedOn(chainId).flatMap(({ address }) => listedPicture(address, chainId) ?? []),
  )
  expect(named.length).toBeGreaterThan(60)
  expect([...new Set(named)].toSorted()).toEqual(Object.keys(drawings).toSorted())
})

test.each(Object.entries(drawings))('%s is drawn of shapes alone, and asks nobody', (_, svg) => {
  const tags = [...svg.matchAll(/<(\w+)/g)].map(([, tag]) => tag)
  const shapes = ['svg', 'path', 'defs', 'linearGradient', 'stop']
  expect(tags.filter((tag) => !shapes.includes(tag ?? ''))).toEqual([])
  expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', '')).not.toMatch(/href|:\/\/|\son\w+=/i)
})

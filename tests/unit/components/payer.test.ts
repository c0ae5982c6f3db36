import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { Payer } from '@/components/approvals/Payer'
import type { Charge, Quote } from '@/lib/simulate/quote'
import type { Unsponsored } from '@/lib/rpc/unsponsored'
import { alice } from '../accounts'
import { usdc } from '../simulate/outcomes'

const url = 'https://pay.example/KEY'
const place = { from: alice, chainId: 8453, tokens: {} }

/** The words beside Approve. */
const said = (quote: Partial<Quote>, optional = false): string =>
  renderToStaticMarkup(
    createElement(Payer, { paymaster: { url, optional }, quote: quote as Quote, place }),
  )
    .replace(/<svg.*?<\/svg>/g, '')
    .replace(/<[^>]*>/g, '')

const sponsor = (charges?: Charge[], isOptional = false) => ({
  sponsor: { url, isOptional, ...(charges ? { charges } : {}) },
})

describe('who pays is said', () => {
  test('by the host that offered it, never by the key in its URL', () => {
    const text = said(sponsor([]))
    expect(text).toContain('Paid by pay.example. It may refuse. Then you are asked again.')
    expect(text).not.toContain('KEY')
  })

  test('with what it takes of the user, and never as if that were nothing', () => {
    const text = said(sponsor([{ token: usdc, amount: '0x64' }]))
    expect(text).toMatch(/^Paid by pay\.example, which may take up to .+ of yours\./)
    expect(text).not.toContain('Paid by pay.example.')
  })

  test('with a may, where nobody could see what it takes', () => {
    const text = said(sponsor())
    expect(text).toContain('Paid by pay.example, which may take something of yours.')
    expect(text).not.toContain('Paid by pay.example.')
  })

  test('and that the user may pay, only where the site lets them', () => {
    expect(said(sponsor([]))).not.toContain('Pay yourself')
    expect(said(sponsor([], true), true)).toContain('Pay yourself')
  })

  test.each<[Unsponsored, string]>([
    ['refused', 'pay.example refuses to pay. You pay.'],
    ['silent', 'pay.example was supposed to pay but does not answer. You pay.'],
    ['wrong', 'pay.example was supposed to pay but gave a wrong answer. You pay.'],
    ['bundler', 'pay.example would pay, but no service sends it. You pay.'],
    ['network', 'pay.example cannot pay on this network. You pay.'],
    ['account', 'pay.example cannot pay for this account. You pay.'],
    ['order', 'pay.example pays only for steps that run as one. You pay.'],
    ['size', 'pay.example cannot pay: this is too large for one transaction. You pay.'],
  ])('and why it does not: %s', (why, text) => {
    expect(said({ unsponsored: { url, why } }, true)).toContain(text)
  })

  test.each<[Unsponsored, boolean]>([
    ['silent', true],
    ['refused', false],
    ['wrong', false],
  ])('with a way to let the wallet read it, only where it does not answer: %s', (why, has) => {
    expect(said({ unsponsored: { url, why } }, true).includes('Allow access to pay.example')).toBe(
      has,
    )
  })

  test('and not that the user pays, where the site requires that it does', () => {
    const text = said({ unsponsored: { url, why: 'silent', isRequired: true } })
    expect(text).toContain('pay.example was supposed to pay but does not answer.')
    expect(text).toContain('Allow access to pay.example')
    expect(text).not.toContain('You pay')
    expect(text).not.toContain('Pay yourself')
  })

  test('as nothing while nothing is known', () => {
    expect(said({})).toBe('')
  })
})

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { SponsorNote } from '@/components/batches/SponsorNote'
import { fold } from '@/lib/batch/state'
import type { SponsorTerms } from '@/lib/db'
import type { Event } from '@/lib/db/batchEvent'
import { alice } from '../accounts'
import { did, hashOf } from '../batch/batches'
import { operated, sponsorTerms } from '../batch/sponsoredBatches'
import { usdc } from '../simulate/outcomes'

const place = { from: alice, chainId: 8453, tokens: {} }

/** The words on the page of a batch that somebody else pays for. */
const said = (events: Event[], terms: Partial<SponsorTerms> = {}): string =>
  renderToStaticMarkup(
    createElement(SponsorNote, {
      sponsor: { ...sponsorTerms, ...terms },
      state: fold(events),
      place,
    }),
  )
    .replace(/<svg.*?<\/svg>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')

describe('the page of a batch says', () => {
  test('what is taken for paying, and never that nothing is', () => {
    const text = said([], { charges: [{ token: usdc, amount: '0x64' }] })
    expect(text).toMatch(/Paid by pay\.example , which may take up to .+ of yours\./)
    expect(said([], { charges: [] })).toContain('Paid by pay.example .')
    expect(said([])).toContain('Paid by pay.example , which may take something of yours.')
  })

  test('that it can run until its deadline', () => {
    const deadline = 4_000_000_000
    expect(said([operated('first', { deadline })])).toContain('It can run until')
  })

  test('that it can run no more only once the chain has told so', () => {
    const over = [operated('first')]
    expect(said(over)).toContain('the network has not confirmed that')
    expect(said(over)).not.toContain('can no longer run')
    const lapsed: Event = { type: 'lapsed', hash: hashOf('first'), block: 1 }
    expect(said([...over, lapsed])).toContain('can no longer run')
  })

  test('that a cancellation has to be sped up, until that is done', () => {
    const burn = did.signed('burn', 0, { kind: 'cancel' })
    const spent: Event = { type: 'spent', hash: hashOf('burn'), isSpent: true }
    expect(said([operated('first'), burn])).not.toContain('Choose Speed up')
    expect(said([operated('first'), burn, spent])).toContain('Choose Speed up')
    const again = did.signed('again', 0, { kind: 'cancel' })
    expect(said([operated('first'), burn, spent, again])).not.toContain('Choose Speed up')
  })
})

import { createElement, type ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { FailedCall } from '@/components/batches/FailedCall'

type Props = ComponentProps<typeof FailedCall>

const said = (props: Props): string =>
  renderToStaticMarkup(createElement(FailedCall, props)).replace(/<[^>]*>/g, '')

const why = { why: 'all gas' } as const
const third = { index: 2, reason: why }

test.each<[Props, string]>([
  [{ by: 'trace', failing: third, count: 3 }, 'Step 3 failed: it uses up all its gas'],
  [
    { by: 'run', failing: third, count: 3 },
    'When run again on the previous block, step 3 fails: it uses up all its gas',
  ],
  [
    { by: 'seen', failing: third, count: 3 },
    'The simulation said that step 3 fails: it uses up all its gas',
  ],
  [
    { by: 'trace', failing: { index: null, reason: why }, count: 3 },
    'It failed: it uses up all its gas',
  ],
  [
    { by: 'run', failing: { index: 0, reason: why }, count: 1 },
    'When run again on the previous block, it fails: it uses up all its gas',
  ],
  [
    { by: 'run', failing: undefined, count: 3 },
    'When run again on the previous block, it does not fail.',
  ],
])('%j', (props, words) => {
  expect(said(props)).toBe(words)
})

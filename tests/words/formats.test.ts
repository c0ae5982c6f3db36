import { expect, test } from 'vitest'
import { loadRegistry } from '@/lib/decode/descriptors/lookUp'
import { sources } from '../../scripts/lists/descriptors'
import { drawFrom } from './fitting'
import { runFormats, samplesOf, say } from './formats'
import { broken, misfits } from './misfits'

const registry = await loadRegistry()

test('every format of the registry is put into words, with the values that its own engine finds', async () => {
  const { formats, said, wrong } = await runFormats(sources(), registry, 1)
  expect(wrong).toEqual([])
  expect(`formats ${said} of ${formats}`).toBe('formats 552 of 552')
})

const samples = samplesOf(sources(), registry, drawFrom(2))

test('data that do not fit their format to the byte are not put into words', () => {
  const said = samples.flatMap((sample) =>
    misfits(sample)
      .filter(([, hostile]) => say(registry, hostile))
      .map(([how]) => `${how}: ${sample.file} ${sample.key}`),
  )
  expect(said).toEqual([])
})

test('no data make a description throw, or end half told', () => {
  const draw = drawFrom(3)
  for (const sample of samples)
    for (let turn = 0; turn < 20; turn++) {
      const said = say(registry, broken(sample, draw))
      if (!said) continue
      expect(said.intent).not.toBe('')
      // As many rows at least as the format has fields that name one value.
      const single = sample.format.fields.filter(({ path = '' }) => !/\[\]|:/.test(path))
      expect(said.rows.length).toBeGreaterThanOrEqual(single.length)
    }
})

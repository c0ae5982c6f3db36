import { expect, test } from 'vitest'
import { readStartOptions } from '../../../scripts/startOptions.ts'

test('a display gives a browser, and none is explained with what keeps everything up', () => {
  expect(readStartOptions([], true)).toEqual({ mode: 'browser', isSequential: false })
  const { mode, note } = readStartOptions([], false)
  expect(mode).toBe('alone')
  expect(note).toMatch(/There is no display .* npm start -- --serve keeps chain and playground up/)
})

test('who asks for the run without a display is told nothing of displays', () => {
  const alone = { mode: 'alone', isSequential: true }
  expect(readStartOptions(['--headless', '--sequential'], true)).toEqual(alone)
  expect(readStartOptions(['--headless', '--sequential'], false)).toEqual(alone)
})

test.each([true, false])(
  '--serve needs no display, and one does not change it: %s',
  (hasDisplay) => {
    expect(readStartOptions(['--serve'], hasDisplay)).toEqual({
      mode: 'serve',
      isSequential: false,
    })
  },
)

test('options that do not fit are refused in a sentence', () => {
  for (const other of ['--headless', '--sequential'])
    expect(() => readStartOptions(['--serve', other], false)).toThrow(
      '--serve opens no browser: leave out --headless and --sequential.',
    )
  expect(() => readStartOptions(['--sequential'], true)).toThrow('add --headless')
  expect(() => readStartOptions(['--server'], true)).toThrow('--server')
})

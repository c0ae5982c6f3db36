import { afterEach, describe, expect, test, vi } from 'vitest'
import { openParts } from '../../scripts/plugins/openParts.ts'

type Scope = Parameters<typeof openParts>[0]

const files = ['background/a.js', 'background/b.js']

/** Opens parts with a fake of the package's files, which may be missing. */
const open = () => {
  const installs: Parameters<Scope['addEventListener']>[1][] = []
  const scope: Scope = { addEventListener: (_, listener) => installs.push(listener) }
  const scripts = new Map<string, () => void>()
  const bring = vi.fn((file: string, _failures: number): unknown => {
    const script = scripts.get(file)
    if (!script) throw new Error('404')
    return script()
  })
  const first = { file: 'background.js', exports: { one: 1 } }
  const opened = openParts(scope, first, files, bring)
  const script = (file: string, part: Parameters<NonNullable<Scope['definePart']>>[1]) =>
    scripts.set(file, () => scope.definePart?.(file, part))
  return {
    ...opened,
    scope,
    scripts,
    script,
    bring,
    /** Installs the worker, as a browser does; rejects where it would not. */
    install: () => {
      const waited: Promise<unknown>[] = []
      for (const run of installs) run({ waitUntil: (work) => waited.push(work) })
      return Promise.all(waited)
    },
  }
}

describe('a part', () => {
  test('is brought once, runs once, and gets what others export', async () => {
    const { load, script, bring } = open()
    let runs = 0
    script('background/a.js', (exports) => Object.assign(exports, { two: ++runs + 1 }))
    script('background/b.js', (exports, other) =>
      Object.assign(exports, other('background.js'), other('background/a.js')),
    )
    const loaded = await Promise.all([load(...files), load(...files)])
    expect(loaded).toEqual([
      { one: 1, two: 2 },
      { one: 1, two: 2 },
    ])
    expect(loaded[0]).toBe(loaded[1])
    expect(await load('background/a.js')).toEqual({ two: 2 })
    expect(runs).toBe(1)
    expect(bring.mock.calls.map(([file]) => file).toSorted()).toEqual(files)
  })

  test('that is missing rejects, and is tried again by the next, under another number', async () => {
    const { load, script, bring } = open()
    await expect(load('background/a.js')).rejects.toThrow('404')
    script('background/a.js', (exports) => Object.assign(exports, { two: 2 }))
    expect(await load('background/a.js')).toEqual({ two: 2 })
    expect(bring.mock.calls).toEqual([
      ['background/a.js', 0],
      ['background/a.js', 1],
    ])
  })

  test('that defines nothing rejects', async () => {
    const { load, scripts } = open()
    scripts.set('background/a.js', () => undefined)
    await expect(load('background/a.js')).rejects.toThrow('is not there')
  })

  test('that throws as it runs is not taken for whole', async () => {
    const { load, script } = open()
    let runs = 0
    script('background/a.js', (exports) => {
      if (++runs === 1) throw new Error('half')
      Object.assign(exports, { two: 2 })
    })
    await expect(load('background/a.js')).rejects.toThrow('half')
    expect(await load('background/a.js')).toEqual({ two: 2 })
  })

  test('cannot be defined by code that nobody awaits, nor under the name of another', async () => {
    const { load, scope, scripts, script } = open()
    expect(scope.definePart).toBeUndefined()
    scripts.set('background/a.js', () => {
      scope.definePart?.('background/b.js', (exports) => Object.assign(exports, { evil: true }))
      scope.definePart?.('background/a.js', () => undefined)
    })
    await load('background/a.js')
    expect(scope.definePart).toBeUndefined()
    script('background/b.js', (exports) => Object.assign(exports, { good: true }))
    expect(await load('background/b.js')).toEqual({ good: true })
  })
})

afterEach(() => {
  vi.useRealTimers()
})

test('all parts are brought while a worker is installed, and none of them runs', async () => {
  const { install, load, script, bring, scope } = open()
  const ran = vi.fn()
  for (const file of files) script(file, ran)
  expect(bring).not.toHaveBeenCalled()
  const installed = install()
  expect(bring).toHaveBeenCalledTimes(2)
  await installed
  expect(ran).not.toHaveBeenCalled()
  await load('background/a.js')
  expect(bring).toHaveBeenCalledTimes(2)
  expect(ran).toHaveBeenCalledOnce()
  expect(scope.definePart).toBeUndefined()
})

test('a part that cannot be read at first is read again before the worker counts as installed', async () => {
  vi.useFakeTimers()
  const { install, load, script, bring } = open()
  script('background/b.js', (exports) => Object.assign(exports, { two: 2 }))
  const ended = vi.fn()
  void install().then(ended, ended)
  await vi.advanceTimersByTimeAsync(4_999)
  expect(ended).not.toHaveBeenCalled()
  script('background/a.js', (exports) => Object.assign(exports, { one: 1 }))
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toHaveBeenCalledExactlyOnceWith([[undefined, undefined]])
  const [missing = ''] = files
  const brought = bring.mock.calls.map(([file]) => file)
  expect(brought).toEqual([...files, missing, missing, missing])
  expect(await load(...files)).toEqual({ two: 2 })
})

test('a worker is not installed without a part: it would never get it', async () => {
  vi.useFakeTimers()
  const { install, load, script } = open()
  script('background/b.js', (exports) => Object.assign(exports, { two: 2 }))
  const installed = expect(install()).rejects.toThrow('404')
  await vi.advanceTimersByTimeAsync(5_000)
  await installed
  // Until it is stopped, it does what needs no such part.
  expect(await load('background/b.js')).toEqual({ two: 2 })
  await expect(load('background/a.js')).rejects.toThrow('404')
})

import { expect, test } from 'vitest'
import { dedupe, keyedMutex, mutex, once, poll, wait } from '@/lib/async'

/** A promise that a test settles. */
const deferred = <T>() => {
  let resolve: (value: T) => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

test('a mutex runs one at a time, in the order of the calls', async () => {
  const inTurn = mutex()
  const first = deferred<string>()
  const begun: string[] = []
  const one = inTurn(() => {
    begun.push('first')
    return first.promise
  })
  const two = inTurn(() => {
    begun.push('second')
    return Promise.resolve('two')
  })
  await wait(0)
  expect(begun).toEqual(['first'])
  first.resolve('one')
  expect(await Promise.all([one, two])).toEqual(['one', 'two'])
  expect(begun).toEqual(['first', 'second'])
})

test('a mutex gives a failure to its caller and runs the next', async () => {
  const inTurn = mutex()
  const failed = inTurn(() => Promise.reject(new Error('no')))
  const next = inTurn(() => Promise.resolve('yes'))
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('yes')
})

test('a keyed mutex holds up its own key alone', async () => {
  const inTurn = keyedMutex()
  const first = deferred<string>()
  const begun: string[] = []
  const run = (key: string, name: string, result: Promise<string>) =>
    inTurn(key, () => {
      begun.push(name)
      return result
    })
  const one = run('a', 'a1', first.promise)
  const two = run('a', 'a2', Promise.resolve('two'))
  const other = run('b', 'b1', Promise.resolve('other'))
  expect(await other).toBe('other')
  expect(begun).toEqual(['a1', 'b1'])
  first.reject(new Error('no'))
  await expect(one).rejects.toThrow('no')
  expect(await two).toBe('two')
})

test('a call joins one of its key that is under way, and runs anew after it', async () => {
  const shared = dedupe<string>()
  const first = deferred<string>()
  let runs = 0
  const run = () => {
    runs++
    return runs === 1 ? first.promise : Promise.resolve(`run ${runs}`)
  }
  const [one, two] = [shared(1, run), shared(1, run)]
  const other = shared(2, () => Promise.resolve('other'))
  first.resolve('run 1')
  expect(await Promise.all([one, two, other])).toEqual(['run 1', 'run 1', 'other'])
  expect(await shared(1, run)).toBe('run 2')
})

test('a failure is shared, and not kept', async () => {
  const shared = dedupe<string>()
  const failing = () => Promise.reject(new Error('no'))
  const [one, two] = [shared('key', failing), shared('key', failing)]
  await expect(one).rejects.toThrow('no')
  await expect(two).rejects.toThrow('no')
  expect(await shared('key', () => Promise.resolve('yes'))).toBe('yes')
})

test('once keeps the result of each key, failures too', async () => {
  const keep = once<string>()
  expect(await keep('a', () => Promise.resolve('first'))).toBe('first')
  expect(await keep('a', () => Promise.resolve('second'))).toBe('first')
  await expect(keep('b', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(keep('b', () => Promise.resolve('yes'))).rejects.toThrow('no')
})

test('a poll counts its pause from the start of a run, leaves 20 ms, and ends', async () => {
  let clock = 1_000
  const waited: number[] = []
  const runs = [
    { takes: 100, due: 500 },
    { takes: 600, due: 500 },
    { takes: -50, due: 500 },
    { takes: 0, due: undefined },
  ]
  const run = () => {
    const next = runs.shift()
    clock += next?.takes ?? 0
    return Promise.resolve(next?.due)
  }
  const pass = (ms: number) => {
    waited.push(ms)
    return Promise.resolve()
  }
  await poll(run, { now: () => clock, wait: pass })
  expect(waited).toEqual([400, 20, 450])
  expect(runs).toEqual([])
})

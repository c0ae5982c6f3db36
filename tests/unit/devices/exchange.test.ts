import { bytesToHex } from 'viem'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { encodeCommand, send, sendAll } from '@/components/devices/ledger/apdu'
import { createJoiner, toFrames } from '@/components/devices/ledger/frames'
import { chooseDevice, knownDevice, openDevice } from '@/components/devices/ledger/openDevice'
import { createHid } from '../../device/hidBoundary'

const counted = (length: number) => Uint8Array.from({ length }, (_, index) => index * 7)

const withWord = (bytes: Uint8Array, word = 0x9000) =>
  Uint8Array.from([...bytes, word >> 8, word & 0xff])

/** Opens a device that answers each APDU by `answer`. */
const opened = async (answer: (apdu: Uint8Array) => Promise<Uint8Array>, channel = 0x0102) => {
  const boundary = createHid(answer)
  return { boundary, ...(await openDevice(boundary.hid, boundary.device, channel)) }
}

const echo = (apdu: Uint8Array) => Promise.resolve(withWord(apdu.subarray(5)))

const any = { cla: 0xe0, ins: 0x02, p1: 0, p2: 0, data: new Uint8Array([1, 2, 3]) }

describe('reports of 64 bytes', () => {
  test('carry APDUs of every length there and back', async () => {
    const { boundary, exchange } = await opened(echo)
    for (let length = 0; length <= 255; length++) {
      const data = counted(length)
      expect(await send(exchange, { ...any, data })).toEqual(data)
      expect(boundary.apdus.at(-1)).toEqual(encodeCommand({ ...any, data }))
    }
    expect(boundary.frames.every((frame) => frame.length === 64)).toBe(true)
  })

  test('say channel, tag, number and length', () => {
    const [first, second] = toFrames(0x0102, counted(70))
    expect(bytesToHex(first?.subarray(0, 9) ?? new Uint8Array())).toBe('0x010205000000460007')
    expect(bytesToHex(second?.subarray(0, 7) ?? new Uint8Array())).toBe('0x0102050001' + '8f96')
    // 70 - 57 bytes are left for the second, and the rest of it is empty.
    expect(second?.subarray(5 + 13).every((byte) => byte === 0)).toBe(true)
  })

  test('of another channel are left out', () => {
    const join = createJoiner(1)
    const view = (frame: Uint8Array) => new DataView(frame.buffer)
    const [foreign] = toFrames(2, counted(3))
    const [own] = toFrames(1, counted(3))
    if (!foreign || !own) throw new Error('no report')
    expect(join(view(foreign))).toBeUndefined()
    expect(join(view(own))).toEqual(counted(3))
  })

  test.each([
    ['a report is missing', (reports: Uint8Array[]) => reports.slice(1)],
    ['a report comes twice', ([first, ...rest]: Uint8Array[]) => [first, first, ...rest]],
    ['the tag is another', (reports: Uint8Array[]) => reports.map((one) => one.with(2, 0x06))],
    [
      'a report is cut after its head',
      (reports: Uint8Array[]) => reports.map((one) => one.slice(0, 6)),
    ],
    ['the status word is missing', () => [Uint8Array.from([1, 2, 5, 0, 0, 0, 1, 0x90])]],
    ['there is nothing in it', () => [Uint8Array.from([1, 2, 5, 0, 0, 0, 0])]],
  ])('are refused where %s', async (_, alter) => {
    const { boundary, exchange } = await opened(() => Promise.resolve(withWord(counted(100))))
    boundary.alter((reports) => alter(reports).filter((one) => one !== undefined))
    await expect(send(exchange, any)).rejects.toMatchObject({ fault: 'bad answer' })
  })
})

describe('a device', () => {
  test('is found once the user has chosen it', async () => {
    const { hid, device, forget } = createHid(echo)
    forget()
    expect(await knownDevice(hid)).toBeUndefined()
    expect(await chooseDevice(hid)).toBe(device)
    expect(await knownDevice(hid)).toBe(device)
  })

  test('that the user chose last is found before others, while it is plugged in', async () => {
    const [first, second] = [createHid(echo).device, createHid(echo).device]
    const plugged = [first, second]
    const hid = {
      ...createHid(echo).hid,
      getDevices: () => Promise.resolve(plugged),
      requestDevice: () => Promise.resolve([second]),
    }
    expect(await knownDevice(hid)).toBe(first)
    await chooseDevice(hid)
    expect(await knownDevice(hid)).toBe(second)
    plugged.pop()
    expect(await knownDevice(hid)).toBe(first)
  })

  test('that the browser cannot open is busy', async () => {
    const boundary = createHid(echo)
    boundary.unplug()
    const opening = openDevice(boundary.hid, boundary.device)
    await expect(opening).rejects.toMatchObject({ fault: 'busy' })
    expect(boundary.listeners()).toBe(0)
  })

  test('that is unplugged while it is asked ends the question, and all that follow', async () => {
    const { boundary, exchange } = await opened(() => new Promise(() => undefined))
    const asked = send(exchange, any)
    const next = send(exchange, any)
    await expect.poll(() => boundary.apdus.length).toBe(1)
    boundary.unplug()
    await expect(asked).rejects.toMatchObject({ fault: 'unplugged' })
    await expect(next).rejects.toMatchObject({ fault: 'unplugged' })
    expect(boundary.apdus).toHaveLength(1)
    expect(boundary.listeners()).toBe(0)
  })

  test('that is closed while it is asked ends the question', async () => {
    const { boundary, exchange, close } = await opened(() => new Promise(() => undefined))
    const asked = send(exchange, any)
    await expect.poll(() => boundary.apdus.length).toBe(1)
    await close()
    await expect(asked).rejects.toMatchObject({ fault: 'unplugged' })
    expect(boundary.device.opened).toBe(false)
  })

  describe('that does not answer', () => {
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    const signing = { cla: 0xe0, ins: 0x04, p1: 0, p2: 0, data: new Uint8Array([1]) }

    test.each([
      ['which app runs', { ...any, cla: 0xb0, ins: 0x01 }],
      ['its settings', { ...any, ins: 0x06 }],
      ['an address that it does not show', any],
    ])('is given up where it asks nobody: %s', async (_, command) => {
      const { boundary, exchange } = await opened(() => new Promise(() => undefined))
      const asked = expect(send(exchange, command)).rejects.toMatchObject({ fault: 'silent' })
      const next = expect(send(exchange, command)).rejects.toMatchObject({ fault: 'silent' })
      await vi.advanceTimersByTimeAsync(30_000)
      await Promise.all([asked, next])
      expect(boundary.apdus).toHaveLength(1)
      expect(boundary.listeners()).toBe(0)
    })

    test.each([
      ['a signature', signing],
      ['an address on its screen', { ...any, p1: 1 }],
    ])('is waited for while its user may decide: %s', async (_, command) => {
      const answers: (() => void)[] = []
      const { exchange } = await opened(async (apdu) => {
        await new Promise<void>((resolve) => answers.push(resolve))
        return echo(apdu)
      })
      const asked = send(exchange, command)
      await vi.advanceTimersByTimeAsync(10 * 60_000)
      answers[0]?.()
      expect(await asked).toEqual(command.data)
      expect(vi.getTimerCount()).toBe(0)
      const never = expect(send(exchange, command)).rejects.toMatchObject({ fault: 'silent' })
      await vi.advanceTimersByTimeAsync(15 * 60_000)
      await never
    })
  })

  test('that answers on another page’s channel has not answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { boundary, exchange } = await opened(echo)
      boundary.alter((reports) => reports.map((one) => one.with(0, 0xff)))
      const asked = expect(send(exchange, any)).rejects.toMatchObject({ fault: 'silent' })
      await vi.advanceTimersByTimeAsync(30_000)
      await asked
    } finally {
      vi.useRealTimers()
    }
  })

  test('whose reports never end is given up, once their numbers do', async () => {
    const { boundary, exchange } = await opened(echo)
    let sent = 0
    // Heads alone: each is in turn, and none brings the answer nearer.
    boundary.alter(() =>
      Array.from({ length: 65_537 }, (_, number) => {
        sent++
        const head = [0x01, 0x02, 0x05, number >> 8, number & 0xff]
        return Uint8Array.from(number === 0 ? [...head, 0xff, 0xff] : head)
      }),
    )
    await expect(send(exchange, any)).rejects.toMatchObject({ fault: 'bad answer' })
    expect(sent).toBe(65_537)
  })

  test('that answers twice has its second answer left out', async () => {
    const { boundary, exchange } = await opened(echo)
    boundary.alter((reports) => [...reports, ...reports])
    for (const byte of [1, 2, 3]) {
      const data = new Uint8Array([byte])
      expect(await send(exchange, { ...any, data })).toEqual(data)
    }
  })

  test('answers one command at a time, in turn', async () => {
    const waiting: (() => void)[] = []
    const { boundary, exchange } = await opened(async (apdu) => {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return echo(apdu)
    })
    const asked = [1, 2].map((byte) => send(exchange, { ...any, data: new Uint8Array([byte]) }))
    await expect.poll(() => waiting.length).toBe(1)
    expect(boundary.apdus).toHaveLength(1)
    waiting[0]?.()
    await expect.poll(() => waiting.length).toBe(2)
    waiting[1]?.()
    expect(await Promise.all(asked)).toEqual([new Uint8Array([1]), new Uint8Array([2])])
  })

  test('that answers late, to a page that has gone, answers nothing of the next page', async () => {
    const waiting: (() => void)[] = []
    const boundary = createHid(async (apdu) => {
      if (waiting.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
      return echo(apdu)
    })
    const gone = await openDevice(boundary.hid, boundary.device, 1)
    const asked = send(gone.exchange, { ...any, data: new Uint8Array([1]) })
    await expect.poll(() => waiting.length).toBe(1)
    await gone.close()
    await expect(asked).rejects.toMatchObject({ fault: 'unplugged' })
    const open = await openDevice(boundary.hid, boundary.device, 2)
    waiting[0]?.()
    expect(await send(open.exchange, { ...any, data: new Uint8Array([2]) })).toEqual(
      new Uint8Array([2]),
    )
  })
})

test('no command has more data than the app reads at once', () => {
  expect(() => encodeCommand({ ...any, data: counted(256) })).toThrow('too long')
})

test('a command that fails ends those after it', async () => {
  const { boundary, exchange } = await opened(() => Promise.resolve(withWord(counted(0), 0x6a80)))
  const sent = sendAll(exchange, [any, any])
  await expect(sent).rejects.toMatchObject({ fault: 'bad request', word: 0x6a80 })
  expect(boundary.apdus).toHaveLength(1)
})

import { afterEach, describe, expect, test, vi } from 'vitest'
import { openCamera } from '@/components/devices/qr/camera'

/** Cameras that stand in for the browser's: Node has none. */
const plugCameras = (
  answer: (asked: MediaStreamConstraints) => Promise<MediaStream>,
  kinds: readonly { kind: string; deviceId: string; label: string }[] = [],
) => {
  const asked: MediaStreamConstraints[] = []
  const mediaDevices = {
    getUserMedia: (constraints: MediaStreamConstraints) => {
      asked.push(constraints)
      return answer(constraints)
    },
    enumerateDevices: () => Promise.resolve(kinds),
  }
  vi.stubGlobal('navigator', { mediaDevices })
  return asked
}

/** The stream of a camera with these abilities, and what was asked of its track. */
const camera = (abilities: object = {}) => {
  const applied: unknown[] = []
  let isOn = true
  const track = {
    getCapabilities: () => abilities,
    getSettings: () => ({ deviceId: 'back' }),
    applyConstraints: (constraints: unknown) => {
      applied.push(constraints)
      return Promise.resolve()
    },
    stop: () => {
      isOn = false
    },
  }
  const stream = { getTracks: () => [track], getVideoTracks: () => [track] }
  return { stream: stream as unknown as MediaStream, applied, isOn: () => isOn }
}

const videoOf = () =>
  ({ srcObject: null, play: () => Promise.resolve() }) as unknown as HTMLVideoElement

const never = () => new AbortController().signal

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a camera', () => {
  test('is the one at the back, until the user chooses another', async () => {
    const asked = plugCameras(() => Promise.resolve(camera().stream))
    await openCamera(videoOf(), undefined, never())
    await openCamera(videoOf(), 'front', never())
    expect(asked).toMatchObject([
      { video: { facingMode: 'environment' } },
      { video: { deviceId: { exact: 'front' } } },
    ])
    expect(asked.every(({ audio }) => audio === undefined)).toBe(true)
  })

  test('is chosen among cameras: a microphone is none', async () => {
    plugCameras(
      () => Promise.resolve(camera().stream),
      [
        { kind: 'videoinput', deviceId: 'back', label: 'Back' },
        { kind: 'audioinput', deviceId: 'ear', label: 'Microphone' },
        { kind: 'videoinput', deviceId: 'front', label: '' },
      ],
    )
    expect(await openCamera(videoOf(), undefined, never())).toMatchObject({
      id: 'back',
      cameras: [
        { id: 'back', name: 'Back' },
        { id: 'front', name: '' },
      ],
    })
  })

  test('has a light where its track says so, which is turned on and off', async () => {
    const { stream, applied } = camera({ torch: true })
    plugCameras(() => Promise.resolve(stream))
    const { light } = await openCamera(videoOf(), undefined, never())
    await light?.(true)
    await light?.(false)
    expect(applied).toEqual([{ advanced: [{ torch: true }] }, { advanced: [{ torch: false }] }])
    for (const abilities of [{}, { torch: false }]) {
      plugCameras(() => Promise.resolve(camera(abilities).stream))
      expect((await openCamera(videoOf(), undefined, never())).light).toBeUndefined()
    }
  })

  test('is off once it is not needed, also where the browser still asked for it', async () => {
    const open = camera()
    plugCameras(() => Promise.resolve(open.stream))
    const over = new AbortController()
    const video = videoOf()
    await openCamera(video, undefined, over.signal)
    expect(open.isOn()).toBe(true)
    over.abort()
    expect(open.isOn()).toBe(false)
    expect(video.srcObject).toBeNull()

    const late = camera()
    const gone = new AbortController()
    plugCameras(() => {
      gone.abort(new Error('left'))
      return Promise.resolve(late.stream)
    })
    await expect(openCamera(videoOf(), undefined, gone.signal)).rejects.toThrow('left')
    expect(late.isOn()).toBe(false)
  })

  test.each([
    ['NotAllowedError', 'camera refused'],
    ['SecurityError', 'camera refused'],
    ['NotFoundError', 'no camera'],
    ['OverconstrainedError', 'no camera'],
    ['NotReadableError', 'camera busy'],
  ])('that the browser does not open says why: %s', async (name, qr) => {
    plugCameras(() => Promise.reject(new DOMException('', name)))
    await expect(openCamera(videoOf(), undefined, never())).rejects.toMatchObject({ qr })
  })

  test('is none where the browser has no such thing', async () => {
    vi.stubGlobal('navigator', {})
    await expect(openCamera(videoOf(), undefined, never())).rejects.toMatchObject({
      qr: 'no camera',
    })
  })
})

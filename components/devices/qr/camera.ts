import { decodeQR } from 'qr/decode.js'
import { qrError } from './fault'

/** An open camera, behind a video element. `light`: turns its light on or off, where it has one. */
export type OpenCamera = {
  id: string | undefined
  cameras: readonly { id: string; name: string }[]
  light: ((isOn: boolean) => Promise<void>) | undefined
  close: () => void
}

/** Longest side of a picture in which a code is looked for, in pixels: enough for four a module. */
const side = { frame: 800, file: 1600 }

/** Meaning of a browser's refusals (Media Capture and Streams, "getUserMedia"). */
const faults: Readonly<Partial<Record<string, 'camera refused' | 'no camera'>>> = {
  NotAllowedError: 'camera refused',
  SecurityError: 'camera refused',
  NotFoundError: 'no camera',
  OverconstrainedError: 'no camera',
}

/** A track's abilities, with the one that TypeScript lacks (MediaStream Image Capture, "torch"). */
type Abilities = MediaTrackCapabilities & { torch?: boolean }

const stop = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}

const askFor = async (id: string | undefined): Promise<MediaStream> => {
  // Pages outside of a secure context have none, and some browsers of a company.
  const devices = navigator.mediaDevices as MediaDevices | undefined
  if (!devices) throw qrError('no camera')
  const camera = id === undefined ? { facingMode: 'environment' } : { deviceId: { exact: id } }
  try {
    return await devices.getUserMedia({
      video: { ...camera, width: { ideal: 1280 }, height: { ideal: 720 } },
    })
  } catch (error) {
    throw qrError((error instanceof DOMException ? faults[error.name] : undefined) ?? 'camera busy')
  }
}

/**
 * Opens a camera, which the browser asks the user for, and shows it. Throws why it cannot. When `over` is aborted, it is
 * closed at once, also while the browser still asks.
 */
export const openCamera = async (
  video: HTMLVideoElement,
  id: string | undefined,
  over: AbortSignal,
): Promise<OpenCamera> => {
  const stream = await askFor(id)
  const close = () => {
    stop(stream)
    video.srcObject = null
  }
  over.addEventListener('abort', close)
  if (over.aborted) close()
  over.throwIfAborted()
  video.srcObject = stream
  await video.play()
  const [track] = stream.getVideoTracks()
  const all = await navigator.mediaDevices.enumerateDevices()
  const abilities: Abilities | undefined = track?.getCapabilities()
  return {
    id: track?.getSettings().deviceId,
    cameras: all.flatMap(({ kind, deviceId, label }) =>
      kind === 'videoinput' ? [{ id: deviceId, name: label }] : [],
    ),
    light:
      track && abilities?.torch === true
        ? (isOn) =>
            track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] })
        : undefined,
    close,
  }
}

const drawing = { canvas: undefined as OffscreenCanvas | undefined }

/** Returns the text of the code in a picture; undefined if none is read. */
const codeIn = (
  picture: CanvasImageSource,
  width: number,
  height: number,
  most: number,
): string | undefined => {
  const scale = Math.min(1, most / Math.max(width, height, 1))
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)]
  if (w < 21 || h < 21) return undefined
  drawing.canvas ??= new OffscreenCanvas(w, h)
  const { canvas } = drawing
  if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, { width: w, height: h })
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return undefined
  context.drawImage(picture, 0, 0, w, h)
  try {
    return decodeQR(context.getImageData(0, 0, w, h))
  } catch {
    return undefined
  }
}

/** Reads the code in each picture of a video, until `over` is aborted. */
export const readVideo = (
  video: HTMLVideoElement,
  over: AbortSignal,
  onText: (text: string) => void,
): void => {
  const next = () => {
    if (over.aborted) return
    const text = codeIn(video, video.videoWidth, video.videoHeight, side.frame)
    if (text !== undefined) onText(text)
    video.requestVideoFrameCallback(next)
  }
  video.requestVideoFrameCallback(next)
}

/** Reads the code in a picture file. Throws `no code` if there is none, or if it is no picture. */
export const readFile = async (file: Blob): Promise<string> => {
  const picture = await createImageBitmap(file).catch(() => undefined)
  const text = picture && codeIn(picture, picture.width, picture.height, side.file)
  picture?.close()
  if (text === undefined) throw qrError('no code')
  return text
}

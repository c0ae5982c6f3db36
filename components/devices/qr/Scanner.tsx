import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { number, t } from '../../text/messages'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { Select } from '../../ui/Select'
import layout from '../../ui/layout.module.css'
import { openCamera, readFile, readVideo, type OpenCamera } from './camera'
import { qrText } from './qrText'
import styles from './Qr.module.css'
import { createReader, type Ur } from './ur'

/** How far the camera is: each time that it is turned on is another `turn`. */
type Turn = { number: number; camera: string | undefined }

/**
 * Reads a message from the codes that a device shows: by a camera, which the user turns on, or from pictures of them.
 * `onMessage` throws why it does not take one; then it starts anew.
 */
export const Scanner = ({
  name,
  onMessage,
}: {
  /** The account that a signature is to be of. */
  name?: string
  onMessage: (message: Ur) => Promise<void>
}) => {
  const video = useRef<HTMLVideoElement>(null)
  const reader = useRef(createReader())
  const running = useRef<AbortController>(undefined)
  const [turn, setTurn] = useState<Turn>()
  const [open, setOpen] = useState<OpenCamera>()
  const [share, setShare] = useState(0)
  const [error, setError] = useState<unknown>()
  const [isLit, setLit] = useState(false)

  const end = () => {
    // At once: the next picture may come before the page is drawn anew.
    running.current?.abort()
    setTurn(undefined)
    setOpen(undefined)
    setShare(0)
    setLit(false)
    reader.current = createReader()
  }
  const fail = (failure: unknown) => {
    end()
    setError(failure ?? new Error())
  }
  const take = async (text: string): Promise<void> => {
    const progress = reader.current.take(text)
    setShare(progress.share)
    if (!progress.ur) return
    end()
    await onMessage(progress.ur)
  }
  const seen = useEffectEvent((text: string) => void take(text).catch(fail))
  const failed = useEffectEvent(fail)

  useEffect(() => {
    const element = video.current
    if (!turn || !element) return undefined
    const over = new AbortController()
    running.current = over
    const run = async () => {
      setOpen(await openCamera(element, turn.camera, over.signal))
      readVideo(element, over.signal, (text) => seen(text))
    }
    run().catch((failure: unknown) => over.signal.aborted || failed(failure))
    return () => over.abort()
  }, [turn])

  const turnOn = (camera?: string) => {
    setError(undefined)
    setOpen(undefined)
    setTurn((now) => ({ number: (now?.number ?? 0) + 1, camera }))
  }
  const takeFiles = async (files: readonly File[]) => {
    setError(undefined)
    for (const file of files) await take(await readFile(file))
  }
  const light = open?.light

  return (
    <div className={`${layout.stack} ${layout.loose}`}>
      {error !== undefined && (
        <Notice tone="warn" isAlert>
          {qrText(error, name)}
        </Notice>
      )}
      {turn && (
        <>
          <p role="status">{t(open ? 'qr_hold' : 'qr_starting')}</p>
          <video ref={video} className={styles.video} muted playsInline aria-label={t('qr_view')} />
          <div className={styles.progress}>
            <progress value={share} max={1} aria-label={t('qr_progress')} />
            <span>{t('qr_share', number(Math.floor(100 * share)))}</span>
          </div>
        </>
      )}
      <div className={layout.wrap}>
        {turn ? (
          <Button onClick={end}>{t('qr_off')}</Button>
        ) : (
          <Button kind="primary" onClick={() => turnOn()}>
            {t('qr_on')}
          </Button>
        )}
        {light && (
          <Button
            aria-pressed={isLit}
            onClick={() => void light(!isLit).then(() => setLit(!isLit), fail)}
          >
            {t(isLit ? 'qr_dark' : 'qr_light')}
          </Button>
        )}
        {open && open.cameras.length > 1 && (
          <Select
            label={t('qr_camera')}
            value={open.id ?? ''}
            options={open.cameras.map(({ id, name: called }, index) => [
              id,
              called || t('qr_cameraNumber', index + 1),
            ])}
            onChange={turnOn}
          />
        )}
        <label className={styles.file}>
          {t('qr_picture')}
          <input
            type="file"
            accept="image/*"
            multiple
            onChange={({ target }) => {
              void takeFiles([...(target.files ?? [])]).catch(fail)
              target.value = ''
            }}
          />
        </label>
      </div>
    </div>
  )
}

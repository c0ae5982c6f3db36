import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { after, armsAt, counts, rest, unarmed, type ArmingEvent } from './arming'

const onFocus = (listener: () => void) => {
  addEventListener('focus', listener)
  addEventListener('blur', listener)
  return () => {
    removeEventListener('focus', listener)
    removeEventListener('blur', listener)
  }
}

const onResize = (listener: () => void) => {
  addEventListener('resize', listener)
  return () => removeEventListener('resize', listener)
}

/** Calls once the next frame is on the screen: the callback of a frame runs before it is painted, the next one after. */
const afterPaint = (call: () => void) => {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(call)
  })
  return () => cancelAnimationFrame(frame)
}

/** The keys that click a button. */
const activating = /^(Enter| )$/

const isWithin = (button: HTMLElement, { clientX, clientY }: PointerEvent) => {
  const { left, right, top, bottom } = button.getBoundingClientRect()
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
}

/**
 * Arms a button once the same content has been before the user's eyes for `hold` ms, in a window that has the focus,
 * and stops every click that was meant for something else (arming.ts). `content` is undefined while there is none;
 * `isEarly` says that the last try came too early.
 */
export const useArmed = (content: string | undefined, hold = rest) => {
  const hasFocus = useSyncExternalStore(onFocus, () => document.hasFocus())
  // Of another size, the page has other things under the pointer.
  const size = useSyncExternalStore(onResize, () => `${innerWidth} ${innerHeight}`)
  const button = useRef<HTMLButtonElement>(null)
  const arming = useRef(unarmed)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [armed, setArmed] = useState(false)
  const [isEarly, setEarly] = useState(false)

  const [{ tell, stop }] = useState(() => {
    const look = () => {
      clearTimeout(timer.current)
      const left = (armsAt(arming.current) ?? Infinity) - performance.now()
      setArmed(left <= 0)
      setEarly(arming.current.isEarly)
      if (left > 0 && left !== Infinity) timer.current = setTimeout(look, left)
    }
    return {
      tell: (event: ArmingEvent) => {
        arming.current = after(arming.current, event, performance.now())
        look()
      },
      stop: () => clearTimeout(timer.current),
    }
  })

  // Before anything can be clicked: what is armed is what was on the screen, not what takes its place.
  useLayoutEffect(() => {
    if (content === undefined || !hasFocus) return
    const end = afterPaint(() => tell({ type: 'seen', hold }))
    return () => {
      end()
      tell({ type: 'unseen' })
    }
  }, [content, hold, hasFocus, size, tell])

  useEffect(() => {
    const over = new AbortController()
    // On the window and before all others: nothing in the page keeps an event from being counted.
    const listen = <Type extends keyof WindowEventMap>(
      type: Type,
      listener: (event: WindowEventMap[Type], on: HTMLButtonElement) => void,
    ) =>
      addEventListener(
        type,
        (event: WindowEventMap[Type]) => {
          if (button.current) listener(event, button.current)
        },
        { capture: true, signal: over.signal },
      )
    const isOn = ({ target }: Event, on: HTMLButtonElement) =>
      target instanceof Node && on.contains(target)

    listen('pointerdown', (event, on) => {
      if (isWithin(on, event)) tell({ type: 'press', by: 'pointer' })
    })
    listen('pointerup', () => tell({ type: 'release' }))
    listen('pointercancel', () => tell({ type: 'release' }))
    listen('keydown', (event, on) => {
      if (isOn(event, on) && activating.test(event.key))
        tell({ type: 'press', by: 'key', isRepeat: event.repeat })
    })
    listen('focusin', (event, on) => {
      if (isOn(event, on)) tell({ type: 'focus' })
    })
    listen('focusout', (event, on) => {
      if (isOn(event, on)) tell({ type: 'blur' })
    })
    listen('click', (event, on) => {
      if (!isOn(event, on)) return
      // A click by key, screen reader or switch has no count of presses.
      const by = event.detail > 0 ? 'pointer' : arming.current.press?.by === 'key' ? 'key' : 'other'
      const isMeant = counts(arming.current, by, performance.now())
      tell({ type: 'click', by })
      if (isMeant) return
      event.preventDefault()
      event.stopPropagation()
    })
    return () => {
      over.abort()
      stop()
    }
  }, [tell, stop])

  return { isArmed: armed && hasFocus && content !== undefined, isEarly, hasFocus, button }
}

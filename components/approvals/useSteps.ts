import { useState } from 'react'
import { dangerOf, type Danger, type Doubt } from '@/lib/approvals/danger'
import type { Approvable } from './approvable'

/** How far the user has come with the content on the screen, and the doubts that arose at a click. */
type Progress = { content: string; isSecond: boolean; arisen: readonly Doubt[] }

/** Letters of either case are one host. */
const plain = (text: string) => text.trim().normalize('NFC').toLowerCase()

/**
 * Leads the user through the effort that the doubts demand: one click, a second one that names the risks, or a word
 * to type first. Other content, or other doubts, start anew.
 */
export const useSteps = (
  approval: Approvable | undefined | null,
  doubts: readonly Doubt[],
  word: string,
) => {
  const [progress, setProgress] = useState<Progress>()
  const [typed, setTyped] = useState('')
  const content = `${approval?.seen} ${doubts.join()}`
  const { isSecond, arisen } =
    progress?.content === content ? progress : { isSecond: false, arisen: [] }
  const all = [...new Set([...doubts, ...arisen])]
  const danger: Danger = dangerOf(all)
  const isTyped = danger !== 'type it' || plain(typed) === plain(word)

  /** Finds the decision at a click; undefined if that click approves nothing yet. */
  const decide = async (): Promise<unknown> => {
    if (!approval) return undefined
    if (danger === 'two steps' && !isSecond) return setProgress({ content, isSecond: true, arisen })
    if ('decision' in approval) return approval.decision
    const found = await approval.find(all)
    if (found && 'doubt' in found)
      return setProgress({ content, isSecond: true, arisen: [...arisen, found.doubt] })
    return found?.decision
  }

  return {
    danger,
    doubts: all,
    isSecond,
    typed,
    setTyped,
    isTyped,
    decide,
    /** Content that must have been on the screen before the next click counts; `hold` says for how many ms. */
    seen: approval && isTyped ? `${content} ${isSecond} ${arisen.join()}` : undefined,
    hold: isSecond ? undefined : approval?.hold,
  }
}

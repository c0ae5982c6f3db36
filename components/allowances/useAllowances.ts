import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import type { Allowances } from '@/lib/allowances/allowances'
import type { Progress } from '@/lib/allowances/search'
import { wallet } from '../store/session'
import { sentenceOfError } from '../text/errors'
import { useListed } from '../tokens/useListed'

/** How long the search waits after a failure, in ms, and how many in a row end it. */
const pause = 2_000
const patience = 3

/**
 * Reads what others may take of an account, and searches on for more while the page is open. `problem`: why the
 * search rests, until `again` is called.
 */
export const useAllowances = (chainId: number, account: Address) => {
  const listed = useListed()
  const [found, setFound] = useState<Allowances>()
  const [progress, setProgress] = useState<Progress>()
  const [problem, setProblem] = useState<string>()
  const [tries, setTries] = useState(0)

  useEffect(() => {
    if (!listed) return
    const first = listed === 'failed' ? [] : listed.listedOn(chainId).map(({ address }) => address)
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let failures = 0
    let isFirst = true
    let isStale = true

    /** Takes one step; returns true while there is another. */
    const step = async (): Promise<boolean> => {
      if (isStale) {
        const read = await wallet('readAllowances', { chainId, account })
        if (isOver) return false
        setFound(read)
        isStale = false
      }
      const { isNew, ...told } = await wallet('searchAllowances', {
        chainId,
        account,
        isFirst,
        first,
      })
      isFirst = false
      isStale = isNew
      if (isOver) return false
      setProgress({ ...told, isNew })
      failures = 0
      return isNew || told.state === 'more'
    }
    const run = () => {
      step().then(
        (isMore) => isMore && !isOver && run(),
        (error: unknown) => {
          if (isOver) return
          failures++
          if (failures < patience) timer = setTimeout(run, pause)
          else setProblem(sentenceOfError(error))
        },
      )
    }
    run()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [chainId, account, listed, tries])

  const again = () => {
    setProblem(undefined)
    setTries((before) => before + 1)
  }
  return { found, progress, problem, again }
}

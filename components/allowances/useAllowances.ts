import { useEffect, useState } from 'react'
import type { Address } from 'viem'
import {
  allowancesKey,
  namedBefore,
  readAllowances,
  type Allowances,
  type NamedGrants,
} from '@/lib/allowances/allowances'
import { ownGrants } from '@/lib/allowances/ownGrants'
import { resume, searchOn, type SearchStep } from '@/lib/allowances/search'
import { wait } from '@/lib/async'
import { wallet } from '../store/session'
import { sentenceOfError } from '../text/errors'
import { t } from '../text/messages'
import { useListed } from '../tokens/useListed'
import { nodeReaderOf } from './nodeReaderOf'

/** How long the search waits after the node was silent, in ms, and how many times in a row end it. */
const pause = 2_000
const patience = 3

/**
 * Reads what others may take of an account, and searches on for more while the page is open. `problem`: why the
 * search rests, until `again` is called.
 */
export const useAllowances = (chainId: number, account: Address) => {
  const listed = useListed()
  const [found, setFound] = useState<Allowances>()
  const [step, setStep] = useState<SearchStep>()
  const [problem, setProblem] = useState<string>()
  const [tries, setTries] = useState(0)

  useEffect(() => {
    if (!listed) return
    const first = listed === 'failed' ? [] : listed.listedOn(chainId).map(({ address }) => address)
    const reader = nodeReaderOf(chainId)
    const key = allowancesKey(chainId, account)
    const leaving = new AbortController()
    const { signal } = leaving

    const read = async (named: NamedGrants) => {
      const allowances = await readAllowances(reader, account, named)
      if (!signal.aborted) setFound(allowances)
    }
    const show = (next: SearchStep) => {
      if (!signal.aborted) setStep(next)
    }
    const search = async () => {
      const before = await namedBefore(chainId, account)
      const own = await ownGrants(chainId, account, before?.own)
      let searched = resume(before?.searched, (await reader.head()).number)
      await read({ own, searched })
      for (let silences = 0; !signal.aborted && silences < patience;) {
        const next = await searchOn(reader, account, searched, first)
        searched = next.searched
        await wallet('keepAllowances', { key, found: { own, searched } })
        show(next)
        if (next.isNew) await read({ own, searched })
        if (next.state === 'all' || next.state === 'refused') return
        silences = next.state === 'silent' ? silences + 1 : 0
        if (next.state === 'silent') await wait(pause)
      }
      if (!signal.aborted) setProblem(t('error_noAnswer'))
    }
    search().catch((error: unknown) => {
      if (!signal.aborted) setProblem(sentenceOfError(error))
    })
    return () => leaving.abort()
  }, [chainId, account, listed, tries])

  const again = () => {
    setProblem(undefined)
    setTries((before) => before + 1)
  }
  return { found, step, problem, again }
}

import { useMemo, useState } from 'react'
import type { StandingAllowance } from '@/lib/allowances/allowances'
import { grantKey } from '@/lib/allowances/grant'
import { callsTakingBack } from '@/lib/allowances/takeBack'
import { AllowanceList } from '../allowances/AllowanceList'
import { areAll, chooseAll } from '../allowances/choice'
import { ordered } from '../allowances/order'
import { SearchState } from '../allowances/SearchState'
import { useAllowances } from '../allowances/useAllowances'
import styles from '../ui/List.module.css'
import { useAction } from '../hooks/useAction'
import { useHere, type Here } from '../hooks/useHere'
import { newId } from '../ownRequests/newId'
import { OwnRequest } from '../ownRequests/OwnRequest'
import { OwnRequestWaiting } from '../ownRequests/OwnRequestWaiting'
import { useOwnRequest } from '../ownRequests/useOwnRequest'
import { SubScreen } from '../shell/SubScreen'
import { wallet } from '../store/session'
import { plural, t } from '../text/messages'
import { titleOf } from '../text/network'
import { useIdentified } from '../tokens/useIdentified'
import { Button } from '../ui/Button'
import { Lead } from '../ui/Lead'
import { Note } from '../ui/Note'
import { Notice } from '../ui/Notice'
import { Problem } from '../ui/Problem'
import { Section } from '../ui/Section'
import { Skeleton } from '../ui/Skeleton'

/** Lists what others may take of the account on a network, and takes it back. */
export const AllowancesScreen = () => {
  const here = useHere()
  const { here: row, isElsewhere, isWaiting, notice, setAsked } = useOwnRequest()
  return (
    <OwnRequest row={row}>
      <SubScreen title={t('allowances_title')}>
        {isElsewhere && <OwnRequestWaiting />}
        {here && (
          <div hidden={isWaiting}>
            <Content
              key={`${here.network.chainId} ${here.account.address}`}
              here={here}
              notice={notice}
              onAsked={setAsked}
            />
          </div>
        )}
      </SubScreen>
    </OwnRequest>
  )
}

const Content = ({
  here: { account, network },
  notice,
  onAsked,
}: {
  here: Here
  notice: string | undefined
  onAsked: (id: string) => void
}) => {
  const { address: from, name, source } = account
  const { chainId } = network
  const isWatched = source === 'watch'
  const { found, step, problem, again } = useAllowances(chainId, from)
  const tokens = useIdentified(chainId, from, found?.tokens)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { known, others } = useMemo(
    () => ordered(found && tokens ? found.standing : [], tokens),
    [found, tokens],
  )
  const all = [...known, ...others]
  const picked = all.filter(({ grant }) => chosen.has(grantKey(grant)))
  const takeBack = useAction(async (taken: readonly StandingAllowance[]) => {
    const id = newId()
    const calls = callsTakingBack(taken.map(({ grant, standard }) => ({ ...grant, standard })))
    await wallet('takeBack', { id, from, chainId, calls })
    onAsked(id)
    return undefined
  })
  const choose = (key: string, isChosen: boolean) =>
    setChosen((before) =>
      isChosen ? new Set([...before, key]) : new Set([...before].filter((one) => one !== key)),
    )
  const listOf = (items: readonly StandingAllowance[]) => (
    <AllowanceList
      items={items}
      place={{ from, chainId, tokens }}
      chosen={chosen}
      onChoose={isWatched ? undefined : choose}
    />
  )
  const chooserOf = (items: readonly StandingAllowance[]) => {
    const hasAll = areAll(items, chosen)
    return isWatched ? undefined : (
      <Button
        kind="quiet"
        isSmall
        onClick={() => setChosen((before) => chooseAll(items, before, !hasAll))}
      >
        {t(hasAll ? 'allowances_chooseNone' : 'allowances_chooseAll')}
      </Button>
    )
  }
  const isOver = step?.state === 'all' || step?.state === 'refused'

  return (
    <>
      <Lead gap={8}>
        <p>{t('allowances_about', name, titleOf(network))}</p>
        {notice && <Notice tone="info">{notice}</Notice>}
        {isWatched && <Notice tone="info">{t('home_watched')}</Notice>}
        <SearchState step={step} unread={found?.unread ?? 0} problem={problem} onAgain={again} />
      </Lead>
      {found === undefined && !problem && (
        <Section title={t('allowances_known')}>
          <Skeleton width={24} />
        </Section>
      )}
      {found && tokens && all.length === 0 && isOver && (
        <Section title={t('allowances_known')}>
          <Note isStatus>{t('allowances_none')}</Note>
        </Section>
      )}
      {known.length > 0 && (
        <Section title={t('allowances_known')} aside={chooserOf(known)}>
          {listOf(known)}
        </Section>
      )}
      {others.length > 0 && (
        <Section title={t('allowances_others')} aside={chooserOf(others)}>
          <Note>{t('allowances_othersNote')}</Note>
          {listOf(others)}
        </Section>
      )}
      {!isWatched && all.length > 0 && (
        <div className={styles.foot}>
          <Problem text={takeBack.error} />
          <Button
            kind="primary"
            disabled={picked.length === 0 || takeBack.isPending}
            onClick={() => takeBack.run(picked)}
          >
            {picked.length === 0 ? t('revoke') : plural('allowances_revoke', picked.length)}
          </Button>
        </div>
      )}
    </>
  )
}

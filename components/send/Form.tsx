import { useState } from 'react'
import { numberToHex } from 'viem'
import { newId } from '../ownRequests/newId'
import type { Verbs } from '@/lib/wallet'
import { useContacts } from '../hooks/queries'
import type { Here } from '../hooks/useHere'
import { useHoldings } from '../hooks/useHoldings'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t, type Key } from '../text/messages'
import { asTyped } from '../text/typed'
import { networkName } from '../text/network'
import { Button } from '../ui/Button'
import { Field } from '../ui/Field'
import { Note } from '../ui/Note'
import { Notice } from '../ui/Notice'
import { Problem } from '../ui/Problem'
import { useIdentity } from '../tokens/useIdentified'
import { Select } from '../ui/Select'
import { readAmount } from './readAmount'
import { AmountField } from './AmountField'
import { sendablesOf } from './assets'
import { Known } from './Known'
import { NameNode } from './NameNode'
import { readRecipient } from './recipient'
import { RecipientNotes } from './RecipientNotes'
import { useInspection } from './useInspection'
import { useRecipient } from './useRecipient'
import layout from '../ui/layout.module.css'

const wrongOf = {
  number: 'amount_number',
  decimals: 'amount_decimals',
  zero: 'amount_zero',
  short: 'amount_short',
} as const satisfies Record<string, Key>

/** Asks for asset, recipient and amount of a transfer; the approval window shows the rest. */
export const Form = ({
  here: { account, network },
  start,
  notice,
  onAsked,
}: {
  here: Here
  /** The recipient as the form opens, as text. */
  start: string
  notice: string | undefined
  onAsked: (id: string) => void
}) => {
  const { chainId } = network
  const { holdings } = useHoldings(chainId, account.address, '')
  const contacts = useContacts() ?? []
  const identify = useIdentity(chainId, account.address)
  const sendables = sendablesOf(network, holdings, identify)
  const [key, setKey] = useState('native')
  const [to, setTo] = useState(start)
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)

  const { run, error } = useAction(async (sending: Omit<Verbs['send']['takes'], 'id'>) => {
    const id = newId()
    const answer = await wallet('send', { id, ...sending })
    if (answer !== 'done') return t('name_moved')
    onAsked(id)
    return undefined
  })

  const chosen = sendables.find((one) => one.key === key) ?? sendables[0]
  const recipient = useRecipient(readRecipient(to, contacts), chainId)
  const inspection = useInspection(chainId, recipient.address)
  if (!chosen) return null

  const isSingle = chosen.asset.tokenId !== undefined
  const amount = isSingle
    ? { kind: 'amount' as const, amount: 1n }
    : readAmount(text, chosen.decimals, chosen.most)
  const amountProblem =
    amount.kind === 'wrong'
      ? t(wrongOf[amount.why], chosen.decimals, asTyped('1.5'))
      : isTried && amount.kind === 'empty'
        ? t('amount_empty')
        : undefined
  const toProblem = recipient.problem ?? (isTried && to.trim() === '' ? t('to_empty') : undefined)

  const submit = () => {
    setTried(true)
    const { address, name } = recipient
    if (!address || amount.kind !== 'amount') return
    run({
      from: account.address,
      to: address,
      chainId,
      asset: chosen.asset,
      amount: numberToHex(amount.amount),
      ...(name === undefined ? {} : { name }),
    })
  }

  return (
    <form
      className={`${layout.stack} ${layout.wide} ${layout.padded}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {notice && <Notice tone="info">{notice}</Notice>}
      <div className={layout.stack}>
        <span>{t('send_fromOn', account.name, networkName(chainId))}</span>
        <Select
          label={t('send_asset')}
          value={chosen.key}
          options={sendables.map((one) => [one.key, one.label] as const)}
          onChange={(next) => {
            setKey(next)
            setText('')
          }}
        />
      </div>
      <Field
        label={t('send_to')}
        name="to"
        autoComplete="off"
        autoFocus
        value={to}
        error={toProblem}
        onValueChange={setTo}
      />
      {to === '' && <Known from={account.address} onChoose={setTo} />}
      <NameNode {...recipient} />
      {recipient.address && (
        <RecipientNotes
          address={recipient.address}
          chainId={chainId}
          name={recipient.name}
          from={account.address}
          asset={chosen.asset.address ? { address: chosen.asset.address } : undefined}
          inspection={inspection}
        />
      )}
      {!isSingle && (
        <AmountField
          chosen={chosen}
          text={text}
          chainId={chainId}
          error={amountProblem}
          from={account.address}
          to={recipient.address}
          onChange={setText}
        />
      )}
      <Problem text={error} />
      <Button type="submit" kind="primary">
        {t('send_review')}
      </Button>
      <Note>{t('send_reviewNote')}</Note>
    </form>
  )
}

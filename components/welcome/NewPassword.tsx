import { useEffect, useState } from 'react'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { CopyButton } from '../ui/CopyButton'
import { Field } from '../ui/Field'
import { Note } from '../ui/Note'
import { Problem } from '../ui/Problem'
import { useHiddenOnBlur } from '../ui/useHiddenOnBlur'
import layout from '../ui/layout.module.css'
import { judgePassword, type Judgement } from './password'
import { PasswordMeter } from './PasswordMeter'

/** A password that is being chosen, typed twice. */
export type Chosen = { password: string; repeat: string }

/** The errors of a new password, for each of its two fields. */
export type PasswordErrors = { password?: string; repeat?: string }

/** Finds what is wrong with a new password before it is set. */
export const checkPassword = async ({ password, repeat }: Chosen): Promise<PasswordErrors> => {
  const { reason } = await judgePassword(password)
  if (reason) return { password: t(reason) }
  return password === repeat ? {} : { repeat: t('passwordDiffers') }
}

/** Judged when the typing rests, in ms. */
const rest = 250

/** The judgement of what is typed; until it is there, the one before it, so that nothing flickers. */
const useJudgement = (password: string): Judgement | undefined => {
  const [judgement, setJudgement] = useState<Judgement>()
  useEffect(() => {
    let isOver = false
    const judge = async () => {
      // An empty field has no judgement that the first one typed would begin with.
      const found = password ? await judgePassword(password) : undefined
      if (!isOver) setJudgement(found)
    }
    const timer = setTimeout(() => void judge(), rest)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [password])
  return password ? judgement : undefined
}

/** Asks for a new password twice, judges it while it is typed, and offers one that is drawn at random. */
export const NewPassword = ({
  chosen,
  errors,
  isAnother = false,
  onChange,
}: {
  chosen: Chosen
  errors: PasswordErrors
  /** True if the password takes the place of one that is asked for beside it. */
  isAnother?: boolean
  onChange: (chosen: Chosen) => void
}) => {
  const [suggested, setSuggested] = useState<string>()
  const [isShown, setShown] = useHiddenOnBlur()
  const judgement = useJudgement(chosen.password)

  const suggestion = useAction(async () => {
    const words = await wallet('suggestPassphrase', null)
    setSuggested(words)
    onChange({ password: words, repeat: words })
    return undefined
  })

  const isSuggested = suggested !== undefined && chosen.password === suggested
  return (
    <div className={layout.stack}>
      <div className={`${layout.stack} ${layout.tight}`}>
        <Field
          label={t(isAnother ? 'passwordNew' : 'password')}
          name="password"
          {...(isShown ? shown : secret)}
          value={chosen.password}
          error={errors.password}
          onValueChange={(password) => onChange({ ...chosen, password })}
        />
        <PasswordMeter judgement={judgement} hasReason={errors.password === undefined} />
      </div>
      <Field
        label={t('passwordRepeat2')}
        name="repeat"
        {...(isShown ? shown : secret)}
        value={chosen.repeat}
        error={errors.repeat}
        onValueChange={(repeat) => onChange({ ...chosen, repeat })}
      />
      <div className={layout.outdent}>
        <Button kind="quiet" isSmall onClick={() => setShown(!isShown)}>
          {t(isShown ? 'passwordHide' : 'passwordSee')}
        </Button>
      </div>
      {isSuggested ? (
        <div className={`${layout.stack} ${layout.tight} ${layout.boxed}`} role="status">
          <p>{t('passphraseIs')}</p>
          <p className={layout.inline}>
            <span className={`${layout.mono} ${layout.strong}`}>{suggested}</span>
            <CopyButton text={suggested} what={t('passphraseWords')} />
          </p>
          <Note>{t('passphraseNote')}</Note>
        </div>
      ) : (
        <>
          <div className={layout.outdent}>
            <Button kind="quiet" isSmall onClick={suggestion.run}>
              {t('passphraseSuggest')}
            </Button>
          </div>
          <Problem text={suggestion.error} />
        </>
      )}
    </div>
  )
}

const shown = { autoComplete: 'new-password' }
const secret = { type: 'password', autoComplete: 'new-password' } as const

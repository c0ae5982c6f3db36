import { useRef, useState } from 'react'
import type { Contact } from '@/lib/db'
import { useContacts } from '../hooks/queries'
import { readRecipient } from '../send/recipient'
import { useAction } from '../hooks/useAction'
import { wallet } from '../store/session'
import { t } from '../text/messages'
import { Avatar } from '../ui/Avatar'
import { Button } from '../ui/Button'
import { CopyButton } from '../ui/CopyButton'
import { Field } from '../ui/Field'
import { ListedAddress } from '../ui/ListedAddress'
import { Note } from '../ui/Note'
import { Problem } from '../ui/Problem'
import { Section } from '../ui/Section'
import layout from '../ui/layout.module.css'
import { formText } from '../ui/formText'
import list from '../ui/List.module.css'
import { SubScreen } from '../shell/SubScreen'

/** The names that the user gave addresses: added, changed, forgotten. */
export const Contacts = () => {
  const contacts = useContacts()
  return (
    <SubScreen title={t('contacts_title')}>
      <Section title={t('contacts_add')}>
        <Editor contacts={contacts ?? []} contact={undefined} onDone={() => undefined} />
      </Section>
      <Section title={t('contacts_list')}>
        {contacts?.length === 0 && <Note>{t('contacts_none')}</Note>}
        <ul className={list.list}>
          {contacts?.map((contact) => (
            <Row key={contact.address} contact={contact} contacts={contacts} />
          ))}
        </ul>
      </Section>
    </SubScreen>
  )
}

const Row = ({ contact, contacts }: { contact: Contact; contacts: readonly Contact[] }) => {
  const [isEdited, setEdited] = useState(false)
  const { address, name } = contact
  const removal = useAction(() => wallet('saveContact', { address, name: null }))
  return (
    <li className={list.item}>
      <div className={layout.pictured}>
        <Avatar address={address} size={32} />
        <span className={`${layout.stack} ${layout.flush}`}>
          <strong>{name}</strong>
          <span className={`${layout.inline} ${layout.tight}`}>
            <ListedAddress value={address} />
            <CopyButton text={address} what={t('accountAddressOf', name)} />
          </span>
        </span>
      </div>
      {isEdited ? (
        <Editor contact={contact} contacts={contacts} onDone={() => setEdited(false)} />
      ) : (
        <div className={`${layout.inline} ${layout.end} ${layout.below}`}>
          <a
            className={`${layout.push} ${layout.aired} ${layout.breaks}`}
            href={`#send/${address}`}
          >
            {t('contacts_send', name)}
          </a>
          <Button
            isSmall
            aria-label={t('contacts_renameWho', name)}
            onClick={() => setEdited(true)}
          >
            {t('contacts_rename')}
          </Button>
          <Button isSmall aria-label={t('contacts_removeWho', name)} onClick={removal.run}>
            {t('contacts_remove')}
          </Button>
        </div>
      )}
      <Problem text={removal.error} />
    </li>
  )
}

/** No name may be as long as an address, or be taken for one. */
const most = 32

const Editor = ({
  contact,
  contacts,
  onDone,
}: {
  /** The contact whose name is changed; undefined for a new one. */
  contact: Contact | undefined
  contacts: readonly Contact[]
  onDone: () => void
}) => {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<{ name?: string; address?: string }>({})

  const { run, error } = useAction(async (data: FormData) => {
    const name = formText(data, 'name').trim()
    const read = readRecipient(contact?.address ?? formText(data, 'address'), [])
    const isTaken = contacts.some(
      (other) =>
        other.address !== contact?.address && other.name.toLowerCase() === name.toLowerCase(),
    )
    const found = {
      ...(name === '' || name.length > most || /^0x|\./i.test(name)
        ? { name: t('contacts_badName', most) }
        : isTaken
          ? { name: t('contacts_taken') }
          : {}),
      ...(read.kind === 'address' ? {} : { address: t('contacts_badAddress') }),
    }
    setErrors(found)
    if (read.kind !== 'address' || Object.keys(found).length > 0) return undefined
    await wallet('saveContact', { address: read.address, name })
    form.current?.reset()
    onDone()
    return undefined
  })

  return (
    <form
      ref={form}
      className={`${layout.stack} ${layout.loose}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        run(new FormData(event.currentTarget))
      }}
    >
      <Field
        label={t('contacts_name')}
        name="name"
        autoComplete="off"
        error={errors.name}
        {...(contact ? { defaultValue: contact.name, autoFocus: true } : {})}
      />
      {!contact && (
        <Field
          label={t('contacts_address')}
          name="address"
          autoComplete="off"
          error={errors.address}
        />
      )}
      <Problem text={error} />
      <div className={`${layout.inline} ${layout.end} ${layout.below}`}>
        <Button type="submit" kind={contact ? 'primary' : 'secondary'}>
          {t('contacts_save')}
        </Button>
        {contact && <Button onClick={onDone}>{t('contacts_cancel')}</Button>}
      </div>
    </form>
  )
}

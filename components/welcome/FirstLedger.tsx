import { DeviceAddresses } from '../devices/DeviceAddresses'
import type { FoundAddress } from '../devices/ledger/readAddresses'
import { CenteredForm } from '../shell/CenteredForm'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Note } from '../ui/Note'

/** The account of a Ledger with which a wallet begins; no node is asked before there is one. */
export const FirstLedger = ({
  onChoose,
  onBack,
}: {
  onChoose: (found: FoundAddress) => void
  onBack: () => void
}) => (
  <CenteredForm title={t('device_title')} errors={undefined}>
    <Note>{t('device_about')}</Note>
    <DeviceAddresses>
      {(found) => (
        <Button
          isSmall
          aria-label={t('device_addAddress', found.address)}
          onClick={() => onChoose(found)}
        >
          {t('accountAdd')}
        </Button>
      )}
    </DeviceAddresses>
    <Button onClick={onBack}>{t('back')}</Button>
  </CenteredForm>
)

import type { FoundQr } from '../devices/qr/findAddresses'
import { QrAddresses } from '../devices/qr/QrAddresses'
import { CenteredForm } from '../shell/CenteredForm'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Note } from '../ui/Note'

/** The account of a device that reads QR codes, with which a wallet begins; no node is asked before there is one. */
export const FirstQr = ({
  onChoose,
  onBack,
}: {
  onChoose: (found: FoundQr) => void
  onBack: () => void
}) => (
  <CenteredForm title={t('qr_title')} errors={undefined}>
    <Note>{t('qr_about')}</Note>
    <QrAddresses>
      {(found) => (
        <Button
          isSmall
          aria-label={t('device_addAddress', found.address)}
          onClick={() => onChoose(found)}
        >
          {t('accountAdd')}
        </Button>
      )}
    </QrAddresses>
    <Button onClick={onBack}>{t('back')}</Button>
  </CenteredForm>
)

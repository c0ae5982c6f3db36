import type { FoundOnDevice } from '../devices/addDevice'
import { DeviceAddresses } from '../devices/DeviceAddresses'
import { CenteredForm } from '../shell/CenteredForm'
import { t } from '../text/messages'
import { Button } from '../ui/Button'
import { Note } from '../ui/Note'
import layout from '../ui/layout.module.css'

/** The account of a device with which a wallet begins; no node is asked before there is one. */
export const FirstDevice = ({
  kind,
  onChoose,
  onBack,
}: {
  kind: 'ledger' | 'qr'
  onChoose: (found: FoundOnDevice) => void
  onBack: () => void
}) => (
  <CenteredForm title={t(kind === 'qr' ? 'qr_title' : 'device_title')} errors={undefined}>
    <Note>{t(kind === 'qr' ? 'qr_about' : 'device_about')}</Note>
    <div className={layout.toEdges}>
      <DeviceAddresses kind={kind}>
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
    </div>
    <Button onClick={onBack}>{t('back')}</Button>
  </CenteredForm>
)

import { nativeAtMost } from '../text/native'
import { Text } from '../text/Text'
import layout from '../ui/layout.module.css'
import { Skeleton } from '../ui/Skeleton'

/**
 * Says what a rollup takes for the data beside the gas, in wei: an estimate, which no limit caps. While it is unknown,
 * its place is held, as most networks have one.
 */
export const DataFee = ({ chainId, l1Fee }: { chainId: number; l1Fee: bigint | undefined }) =>
  l1Fee !== 0n && (
    <p className={`${layout.muted} ${layout.small}`}>
      <Text
        id="terms_l1"
        values={[l1Fee === undefined ? <Skeleton width={12} /> : nativeAtMost(l1Fee, 2, chainId)]}
      />
    </p>
  )

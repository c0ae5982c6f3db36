import { readCall } from '@/lib/decode/read'
import type { Word as Meant } from '@/lib/decode/descriptors/description'
import { count, units } from '../text/amount'
import { t } from '../text/messages'
import { native } from '../text/native'
import { Text } from '../text/Text'
import { durationText, secondsText } from '../text/time'
import { LongText } from '../ui/LongText'
import { Party } from './Party'
import type { Place } from './place'
import { Sentence } from './Sentence'
import { TokenAmount, TokenName } from './TokenAmount'

/** A value of a description, written as the wallet writes such values. */
export const Word = ({ word, place }: { word: Meant; place: Place }) => {
  switch (word.kind) {
    case 'text':
      return <LongText text={word.text} most={200} />
    case 'bytes':
      return <LongText text={word.value} most={140} isCode />
    case 'number':
      return count(word.value)
    case 'address':
      return <Party address={word.address} place={place} />
    case 'native':
      return native(word.amount, place.chainId)
    case 'item':
      return <TokenAmount amount={word.id} asset={word.collection} unit="id" place={place} />
    case 'token': {
      const { token, amount, message } = word
      if (message === null) return <TokenAmount amount={amount} asset={token} place={place} />
      const name = <TokenName asset={token} place={place} />
      if (message === '') return <Text id="words_unlimited" values={[name]} />
      return <Text id="words_message" values={[<bdi>{message}</bdi>, name]} />
    }
    case 'date':
      return secondsText(word.seconds)
    case 'duration':
      return durationText(word.seconds)
    case 'unit':
      return t('words_unit', units(word.amount, word.decimals), word.unit)
    case 'call': {
      const { to, data } = word
      const reading = readCall({ ...word, value: `0x${word.value.toString(16)}` }, place.chainId)
      const call = { to, value: `0x${word.value.toString(16)}` as const, data: '0x' as const }
      // Without the data, so that calls within calls end: only what is read exactly is told of them.
      return data === '0x' && word.value === 0n ? (
        t('none')
      ) : (
        <Sentence call={call} reading={reading} place={place} />
      )
    }
  }
}

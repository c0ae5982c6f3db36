import { expect, test } from 'vitest'
import { judgeQr } from '../../device/qrJudge'

test('requests and their codes are those of the makers’ own libraries to the letter', () => {
  expect(judgeQr(60, 7)).toEqual({ requests: 60, differing: [] })
})

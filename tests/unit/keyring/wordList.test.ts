import { readFileSync } from 'node:fs'
import { wordlist } from '@scure/bip39/wordlists/english'
import { describe, expect, test } from 'vitest'
import { readWordList } from '@/lib/keyring/wordList'
import { verbs } from '@/lib/wallet'
import { wordListFile } from '../../../scripts/plugins/wordList'
import { development } from '../../chain/development'
import { fakes } from '../wallet/fakeServices'

const { contents } = wordListFile

const bytesOf = (text: string) => new TextEncoder().encode(text).buffer

describe('the word list of the package', () => {
  test('is the published one, and read as it is', async () => {
    const list = await readWordList(bytesOf(contents))
    expect(list).toEqual(wordlist)
    expect(list).toHaveLength(2048)
  })

  test('comes from the pinned version of its package', () => {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      dependencies: Record<string, string>
    }
    expect(dependencies['@scure/bip39']).toBe('1.6.0')
  })

  test.each([
    ['nothing', ''],
    ['a page of an error', '<!doctype html>'],
    ['half of it', contents.slice(0, contents.length / 2)],
    ['its last line without an end', contents.trimEnd()],
    ['two words that changed places', contents.replace('abandon\nability', 'ability\nabandon')],
    ['another word', contents.replace('\nzoo\n', '\nzoos\n')],
  ])('is not read from %s', async (_, text) => {
    await expect(readWordList(bytesOf(text))).rejects.toThrow('damaged')
  })
})

describe('without its word list the wallet', () => {
  const open = () => {
    const { all, keyring, wordList } = fakes()
    wordList.mockRejectedValue(new Error('the word list is damaged'))
    const hasVault = () => Promise.resolve(false)
    return { keyring, services: { ...all, keyring: { ...all.keyring, hasVault } } }
  }
  const { phrase, password } = development

  test.each([
    ['makes no phrase', 'new' as const],
    ['takes none', { phrase }],
  ])('%s', async (_, from) => {
    const { keyring, services } = open()
    await expect(verbs.setUp({ password, from }, services)).rejects.toThrow('damaged')
    expect(keyring.create).not.toHaveBeenCalled()
  })

  test('calls no phrase right or wrong, and offers no words', async () => {
    const { services } = open()
    await expect(verbs.judgePhrase({ phrase }, services)).rejects.toThrow('damaged')
    await expect(verbs.suggestPassphrase(null, services)).rejects.toThrow('damaged')
  })

  test('still begins with a key', async () => {
    const { keyring, services } = open()
    const key = `0x${'1'.repeat(64)}`
    expect(await verbs.setUp({ password, from: { key } }, services)).toBe('done')
    expect(keyring.create).toHaveBeenCalledExactlyOnceWith({ key }, password)
  })
})

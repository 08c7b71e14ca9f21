import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { areSameWords, type Text, wordsOf } from './same-text.ts'

const isSameText = (one: Text, other: Text): boolean => areSameWords(wordsOf(one), wordsOf(other))

const plain = (body: string) => ({ body, content_type: 'text/plain' })
const html = (body: string) => ({ body, content_type: 'text/html' })

describe('areSameWords', () => {
  const question = plain('The printer is stuck - please help!')
  const table = [
    ['a footer', plain('The printer is stuck - please help!\n____\nlist@x.example'), true],
    ['a warning above', plain('[External mail]\n\nThe printer is stuck - please help!'), true],
    ['other line breaks and quotes', plain('> The printer is\r\n> stuck -- please\r\n> help!'), true],
    ['HTML', html('<p>The <b>printer</b> is stuck – please help!</p>'), true],
    ['another text', plain('The invoice is wrong'), false],
    ['another end', plain('The printer is stuck - please wait!'), false],
    ['a part of a word', plain('The printer is stuck - please helpless'), false],
    ['no text', plain(' \n'), false],
  ] as const
  for (const [name, other, expected] of table) {
    it(`${expected ? 'accepts' : 'refuses'} ${name}, in both directions`, () => {
      assert.deepEqual([isSameText(question, other), isSameText(other, question)], [expected, expected])
    })
  }

  it('accepts two mails without text', () => assert.ok(isSameText(plain(''), html('<br>'))))
})

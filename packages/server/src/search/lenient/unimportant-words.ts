/** Matches each word of a text as it was typed. */
export const WORDS = /[\p{L}\p{N}\p{M}_]+/gu

/** Words of questions and of polite sentences that say nothing about a ticket, in English and German. */
const unimportant = new Set(
  `a an and are at be can cannot could do does for from get have how i in is it me my not of on our please problem question that
  the there this to was we what when where which who why will with would you your
  aber als am an auf bei bitte das dem den der die ein eine einen einem er es frage für habe haben hat ich im in ist kann
  können man mein meine mit nicht oder problem sie sind und uns unser von vom wann warum was wer wie wir wird wo zu zum zur`.split(
    /\s+/,
  ),
)

export const isUnimportant = (word: string): boolean => unimportant.has(word.toLowerCase())

/** Returns a text without its unimportant words; undefined if all of its words are unimportant, or none. */
export function importantWords(text: string): string | undefined {
  const words = text.match(WORDS) ?? []
  const important = words.filter((word) => !isUnimportant(word))
  return important.length === 0 || important.length === words.length ? undefined : important.join(' ')
}

/** Minimum number of words of a question, and of those that remain. */
const [MIN_QUESTION, MIN_REMAINING] = [4, 2]

const QUESTION = /^(?:how|what|when|where|which|who|why|wann|warum|was|welche[mnrs]?|wer|wie|wo)\s|\?\s*$/iu

/** A word without signs, which may mean an operator, a number of a ticket, or an address. */
const PLAIN_WORD = /^[\p{L}\p{N}\p{M}'’]+[?.,!]*$/u

/**
 * Returns a question without its unimportant words: a search for all of its words would find little except long mails that
 * contain them by chance. Returns other texts unchanged.
 */
export function withoutQuestionWords(text: string): string {
  const words = text.trim().split(/\s+/u)
  const isPlain = words.every((word) => PLAIN_WORD.test(word) && !/^(?:or|oder|AND|OR|NOT)$/u.test(word))
  const isQuestion = words.length >= MIN_QUESTION && QUESTION.test(text) && isPlain
  const important = isQuestion ? importantWords(text) : undefined
  return important !== undefined && important.split(' ').length >= MIN_REMAINING ? important : text
}

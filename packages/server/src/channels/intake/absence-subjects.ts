/** Beginnings of the subjects of automatic replies for people who are absent, by language. */
const BEGINNINGS = [
  // English
  'auto(?:mat(?:ic|ed))?[- ]?(?:reply|response)',
  'out[- ]of[- ](?:the[- ])?office(?:[- ](?:auto[- ]?reply|reply|response|message|notification))?',
  '(?:on )?vacation(?: (?:auto[- ]?reply|reply|response|message|notice))?',
  // German, Dutch
  'automatische (?:antwort|reactie)|abwesenheit(?:s(?:notiz|meldung|nachricht|benachrichtigung|assistent))?|abwesend',
  'automatisch antwoord|afwezigheid(?:sbericht)?|afwezig',
  // French, Italian, Spanish, Catalan, Portuguese, Romanian
  "réponse automatique|absence du bureau|message d['’]absence",
  'risposta automatica|fuori (?:sede|ufficio)',
  'respuesta automática|fuera de (?:la )?oficina|resposta automàtica|resposta automática|fora do escritório',
  'răspuns automat',
  // Danish, Norwegian, Swedish, Finnish
  'automatisk svar|autosvar|automatiskt svar|frånvaro(?:meddelande)?|automaattinen vastaus',
  // Polish, Czech, Slovak, Hungarian
  'odpowiedź automatyczna|automatyczna odpowiedź|automatická odpově[dď]|automatická odpoveď|automatikus válasz',
  // Russian, Ukrainian, Bulgarian, Greek, Turkish
  'автоматический ответ|автоответ|автоматична відповідь|автоматичен отговор|αυτόματη απάντηση|otomatik yanıt',
  // Arabic, Hebrew, Japanese, Chinese, Korean
  'رد تلقائي|מענה אוטומטי|תשובה אוטומטית|自動応答|自動返信|自动(?:答复|回复)|自動(?:回覆|回復)|자동 ?회신|부재중',
]

/** Punctuation or nothing must follow the beginning: a person may write about "Out of office hours". */
const ABSENCE = new RegExp(String.raw`^\s*(?:${BEGINNINGS.join('|')})\s*(?:$|[:：()[\]–—-])`, 'iu')

/** Sentences with which HCL Notes says that a person is absent, by language. */
const SENTENCES = [
  'is (?:currently )?out of (?:the )?office|ist (?:derzeit |zurzeit )?(?:außer Haus|abwesend|nicht im (?:Haus|Büro))',
  'is (?:afwezig|niet (?:aanwezig|op kantoor))|est absente?(?: du bureau)?|è (?:assente|fuori (?:sede|ufficio))',
  'está (?:ausente|fuera de la oficina|fora do escritório)',
]

/**
 * The sentence follows `AUTO:` and the name of the person, in old versions only the name. A date of return may follow in
 * parentheses.
 */
const PERSON_ABSENT = new RegExp(
  String.raw`^\s*(?:AUTO: .{1,80}? |(?:\p{Lu}[\p{L}'’.-]*,? ){2,4})(?:${SENTENCES.join('|')})\s*\.?\s*(?:$|\()`,
  'u',
)

/** Returns true if the subject is that of an automatic reply for somebody who is absent. */
export function isAbsenceSubject(subject: string): boolean {
  const composed = subject.normalize('NFC')
  return ABSENCE.test(composed) || PERSON_ABSENT.test(composed)
}

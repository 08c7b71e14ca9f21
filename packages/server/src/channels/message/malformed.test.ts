import { describeMails } from '../../testing/mail-cases.ts'

describeMails('malformed mail', {
  'a space before the colon of From, in the first line': [
    'From : Kim <kim@x.example>\nReply-To: lee@x.example\nSubject : Printer\n\nx',
    { sender: 'Kim <kim@x.example>', subject: 'Printer', text: 'x' },
  ],
})

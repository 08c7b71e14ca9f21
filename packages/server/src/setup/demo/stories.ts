/** Tickets of the demo's customers: hand-written conversations. */
import type { FieldValues } from '../../kernel/context.ts'
import { type TicketChange, type DemoTicket, HOUR, time } from './ticket-changes.ts'
import { customers } from './people.ts'

const [{ login: nora }, { login: jonas }, { login: lucia }] = customers
const [amara, ben, chiara, emre, grace] = ['amara', 'ben', 'chiara', 'emre', 'grace'].map(
  (name) => `${name}@desk.example`,
) as [string, string, string, string, string]

type Step = Omit<TicketChange, 'ticket' | 'at'> & { readonly hoursAgo: number; readonly pendingHours?: number }

/** Returns the changes of all conversations. @param now milliseconds since 1970; all times are relative to it. */
export const stories = (now: number): TicketChange[] =>
  conversations.flatMap((steps) => {
    const ticket: DemoTicket = {}
    return steps.map(({ hoursAgo, pendingHours, ...step }) => ({
      ...step,
      ...pending(step, now, pendingHours),
      ticket,
      at: now - hoursAgo * HOUR,
    }))
  })

const pending = (
  { values }: Pick<Step, 'values'>,
  now: number,
  hours: number | undefined,
): Pick<TicketChange, 'values'> =>
  hours === undefined
    ? {}
    : { values: { ...values, state: 'pending reminder', pending_time: time(now + hours * HOUR) } }

const request = (by: string, hoursAgo: number, title: string, body: string): Step => ({
  by,
  hoursAgo,
  values: { title, group: 'Service desk' },
  article: { type: 'web', body },
})

/** Assigns a ticket and gives it tags. @param values attributes that change. */
const triaged = (by: string, hoursAgo: number, values: FieldValues, tags: readonly string[] = []): Step => ({
  by,
  hoursAgo,
  values,
  tags,
})

/** @param outcome the state `closed`, or the pending time in hours from now; a negative one has passed. */
const answer = (by: string, hoursAgo: number, to: string, body: string, outcome?: 'closed' | number): Step => ({
  by,
  hoursAgo,
  article: { type: 'email', to, subject: 'Your request', body },
  ...(outcome === 'closed' ? { values: { state: outcome } } : {}),
  ...(typeof outcome === 'number' ? { pendingHours: outcome } : {}),
})

const reply = (by: string, hoursAgo: number, body: string): Step => ({
  by,
  hoursAgo,
  article: { type: 'web', body },
})

const note = (by: string, hoursAgo: number, body: string, subscribers: readonly string[] = []): Step => ({
  by,
  hoursAgo,
  article: { type: 'note', internal: true, body },
  subscribers,
})

const conversations: readonly (readonly Step[])[] = [
  [
    request(
      nora,
      29,
      'Label printer in the bakehouse prints blank labels',
      'Good morning,\n\nthe label printer next to oven 2 has been printing blank labels since yesterday evening. We changed the roll and switched it off and on again. The display says READY.\n\nWithout labels we cannot deliver to the supermarkets, so this is urgent for us.\n\nNora Brandt',
    ),
    triaged(ben, 28.6, { owner: grace, state: 'open', priority: '3 high', group: 'Workstations' }, [
      'printer',
      'on-site',
    ]),
    answer(
      grace,
      28,
      nora,
      'Hello Nora,\n\nthat sounds like the ribbon: with a worn one the printer feeds labels but leaves them blank. Could you open the lid and check whether the ribbon is wrinkled or torn?\n\nUntil it works, please print on the printer in the office. I have sent your labels to it.\n\nKind regards\nGrace',
    ),
    reply(
      nora,
      26,
      'Hello Grace,\n\nthe ribbon is torn on the left side. We have no new one here. The printer in the office works, thank you!\n\nNora',
    ),
    note(
      grace,
      25.5,
      'The model takes the 110 mm wax ribbon. Two are in the cupboard on floor 2. @Ben, can you take one along tomorrow? You are at the bakery anyway.',
      [ben],
    ),
    {
      by: grace,
      hoursAgo: 25.4,
      checklist: {
        items: [
          'Take a ribbon from floor 2',
          'Replace the ribbon and print a test page',
          'Show the team how to change it',
          'Order two spare ribbons',
        ],
        done: 1,
      },
    },
    answer(
      grace,
      25,
      nora,
      'Hello Nora,\n\nBen will come by tomorrow morning with a new ribbon and change it.\n\nKind regards\nGrace',
    ),
    reply(
      nora,
      2.2,
      'Hello Grace,\n\nBen was here and it prints again. But the barcode is now cut off on the right, the scanner of the supermarket does not read it. Could you look at that today? The next delivery leaves at four.\n\nNora',
    ),
  ],
  [
    request(
      jonas,
      50,
      'New colleague starts on Monday',
      'Hello,\n\nour new colleague Mia Sommer starts on Monday in the office. She needs a laptop, an account and access to the orders.\n\nThanks!\nJonas',
    ),
    triaged(amara, 49, { owner: ben, state: 'open' }, ['onboarding']),
    {
      by: ben,
      hoursAgo: 48,
      checklist: {
        items: ['Create the account', 'Prepare the laptop', 'Access to the orders', 'Send the welcome mail'],
        done: 2,
      },
    },
    answer(
      ben,
      47,
      jonas,
      'Hello Jonas,\n\nthe account is ready and the laptop is being installed. Which folders does Mia need?\n\nBen',
      20,
    ),
  ],
  [
    request(
      lucia,
      75,
      'Mails from the flour mill land in spam',
      'Hi, all order confirmations of the mill have ended up in the spam folder since last week. We nearly ran out of rye flour.\n\nLucía',
    ),
    triaged(amara, 74, { owner: emre, state: 'open', group: 'Mail and spam' }, ['spam', 'mail']),
    note(
      emre,
      72,
      'Their new mail server has no SPF record, so we score it with 4.2. I put the sender on the welcome list until they have one.',
    ),
    answer(
      emre,
      71,
      lucia,
      'Hello Lucía,\n\nthe mill has changed its mail server and forgot an entry that proves who may send for them. From now on, their mails arrive again. Their provider knows what to add.\n\nKind regards\nEmre',
      -5,
    ),
  ],
  [
    request(
      nora,
      8 * 24,
      'Wi-Fi in the café is slow on weekends',
      'Guests complain about the Wi-Fi on Saturday mornings. During the week everything is fine.\n\nNora',
    ),
    triaged(ben, 190, { owner: chiara, state: 'open', priority: '1 low' }, ['network']),
    answer(
      chiara,
      150,
      nora,
      'Hello Nora,\n\non Saturday between 9 and 11 there were 84 devices on one access point. A second one would help. Shall we order it? It costs 139 euros.\n\nChiara',
    ),
    reply(nora, 121, 'Yes, please order it.'),
    answer(
      chiara,
      97,
      nora,
      'It is ordered and should arrive this week. I will tell you when we come to install it.\n\nChiara',
      72,
    ),
  ],
  [
    request(
      jonas,
      6 * 24,
      'Forgot the password of the till',
      'I am locked out of till 3. Can somebody reset it?\n\nJonas',
    ),
    triaged(amara, 143.5, { owner: amara, state: 'open', priority: '3 high' }, ['password', 'till']),
    answer(
      amara,
      143.2,
      jonas,
      'Hello Jonas,\n\nI have reset it and will tell you the new code by phone now.\n\nAmara',
      'closed',
    ),
    reply(jonas, 142.8, 'It works, thank you for the quick help!'),
  ],
  [
    request(
      lucia,
      0.7,
      'Invoice of October is missing a page',
      'Hello,\n\nthe invoice for October ends in the middle of page 2. Could you send it again?\n\nLucía',
    ),
    triaged(ben, 0.5, {}, ['invoice']),
  ],
]

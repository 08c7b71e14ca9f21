/** Sentences of the agents and customers of the demo. */
import type { Team } from './people.ts'

export const agentAnswers: Readonly<Record<Team, readonly string[]>> = {
  'Service desk': [
    'thank you for your message. I have passed it on to the right colleagues and will tell you on Thursday how far we are.',
    'this is a known problem, and next week’s update fixes it. Until then, signing in again helps.',
    'could you send us a picture of what you see? That helps us find the cause faster.',
  ],
  Linux: [
    'please send us the output of "uname -a" and the last lines of /var/log/messages. It looks like the module is not loaded after the restart.',
    'the newer kernel package fixes this. Install it, restart the machine, and tell us whether the message is gone.',
    'the settings in /etc/fstab are what I would look at first. Could you try it with the option "noauto" and without the last line?',
    'we have built the same setup here and see the same. A colleague is looking for the cause, and I will write again as soon as we know.',
  ],
  'Mail and spam': [
    'the score comes from two rules that count the same thing. We have lowered one of them, so that such mails arrive again.',
    'could you send us such a mail as an attachment, with all its headers? Forwarding it loses the part that we need.',
    'the check timed out, so mails went through without it. The servers have been responding again since this morning.',
    'please train the filter with at least 200 good mails as well. With spam alone, it treats everything as spam.',
  ],
  Workstations: [
    'the package is in the repository now. Please update the list of packages first, and then install it again.',
    'this happens when two versions of the library are installed. Remove the older one and start the program again.',
    'we can reproduce it with your settings, but not with new ones. Please rename the folder with the settings and try it again.',
    'drivers for this device come with the next version, which we distribute on Monday. May we install it on your machine first?',
  ],
}

export const customerReplies: readonly string[] = [
  'I have tried that, and it did not change anything. The message is the same as before. What else can I do?',
  'Thanks, that helped for an hour. Then it began again. I can give you access to the machine if you like.',
  'Here is what you asked for: it happens at each start, but only since last week’s update.',
  'Sorry for the late reply. It is still there, and now a colleague has it, too.',
  'One more question before I do that: do I lose my settings?',
]

export const internalNotes: readonly string[] = [
  'have you seen this before? It reminds me of the case in spring.',
  'can you look at the log with me tomorrow? I do not trust the times in it.',
  'I would like to wait for the new version before we answer.',
  'the customer called. It is urgent for them, the demonstration is on Friday.',
  'please read my answer before I send it.',
]

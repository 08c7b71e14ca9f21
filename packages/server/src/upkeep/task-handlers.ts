import { sendMailTask } from '../channels/email/send-mail.ts'
import { endNotifications, notificationMail } from '../channels/service-mail/notification-mail.ts'
import { invitationMail, passwordMail, signUpMail } from '../channels/service-mail/account-mails.ts'
import { digestMail } from '../channels/service-mail/digest.ts'
import { digestTaskKind } from '../channels/service-mail/schedule-digests.ts'
import { serviceMailTask } from '../channels/service-mail/service-mail.ts'
import { deletionTaskKind } from '../resources/data_privacy_task/rules.ts'
import { personalDataTask } from './personal-data.ts'
import { notificationTaskKind } from '../resources/online_notification/mails.ts'
import { accountMails } from '../resources/user/account-mails.ts'
import { mailTaskKind } from '../resources/article/outgoing.ts'
import type { TaskHandlers } from '../tasks/tasks.ts'

/** The handler of each kind of task. */
export const taskHandlers: TaskHandlers = {
  [mailTaskKind]: sendMailTask,
  [deletionTaskKind]: personalDataTask,
  [notificationTaskKind]: serviceMailTask({ write: notificationMail, afterEnd: endNotifications }),
  [digestTaskKind]: serviceMailTask({ write: digestMail }),
  [accountMails.password]: serviceMailTask({ write: passwordMail }),
  [accountMails.signUp]: serviceMailTask({ write: signUpMail }),
  [accountMails.invitation]: serviceMailTask({ write: invitationMail }),
}

export * from './errors.ts'
export * from './fixed-ids.ts'
export * from './kernel/field.ts'
export * from './kernel/resource.ts'
export * from './notification-preferences.ts'
export * from './password-rules.ts'
export * from './permissions.ts'
export { type AuditAction } from './resources/audit.ts'
export { automaticMailKinds, type AutomaticMailKind } from './resources/automatic-mail.ts'
export { attributeObjects, dataTypes, type DataType } from './resources/object_attribute.ts'
export { notificationTypes, type NotificationType } from './resources/online_notification.ts'
export { resources, type ResourceName, type Resources } from './resources/index.ts'
export * from './settings.ts'
export * from './search/caret-context.ts'
export * from './search/dates.ts'
export * from './search/error.ts'
export { PHONE_NUMBER, TICKET_NUMBER } from './search/lenient/references.ts'
export {
  conditionValue,
  conditionWords,
  type ConditionWord,
  findFieldPath,
  priorityMeant,
  timeWords,
} from './search/lenient/names.ts'
export { type LenientQuery, readLeniently } from './search/lenient/read.ts'
export { readPlainWords, type PlainWordsQuery } from './search/lenient/plain-words.ts'
export * from './search/limits.ts'
export * from './search/names.ts'
export * from './search/nearest.ts'
export * from './search/parse.ts'
export * from './search/print.ts'
export * from './search/tree.ts'

import { pathPrefix } from './client.ts'
import { openTabChannel } from './tab-channel.ts'

/** Connects the tabs of the browser, which share its session. */
export const sessionChannel = openTabChannel<'signed in' | 'signed out'>(`deskbell${pathPrefix} session`)

/** The main module of the thread that reads feeds. */
import { serve } from '../../workers/serve.ts'
import { daysInFeed, type Period } from './days-in-feed.ts'

serve(({ file, period }: { readonly file: Uint8Array; readonly period: Period }) => daysInFeed(file, period))

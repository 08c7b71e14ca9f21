/** The main module of the worker thread that sanitizes long HTML. */
import { serve } from '../../workers/serve.ts'
import { safeHtml } from './safe-html.ts'

serve(safeHtml)

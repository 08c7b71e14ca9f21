/** The thread that sanitizes long HTML for `safe-html.ts`. */
import { serve } from '../../workers/serve.ts'
import { safeHtml } from './safe-html.ts'

serve(safeHtml)

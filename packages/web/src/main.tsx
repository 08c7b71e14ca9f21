// Imported first, so that the tokens precede the style sheets that use them.
import './style/index.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

createRoot(document.getElementById('page') as HTMLElement).render(<App />)

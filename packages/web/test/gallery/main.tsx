// Imported first, because it defines the order of the CSS layers.
import '../../src/style/index.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Announcer } from '../../src/components/announcer.tsx'
import { ToastRegion } from '../../src/components/toast-region.tsx'
import en from '../../src/messages/en.json' with { type: 'json' }
import { MessagesProvider } from '../../src/messages/messages.tsx'
import { type Session, SessionProvider } from '../../src/state/session.tsx'
import './gallery.css'
import { Choosing } from './choosing.tsx'
import { Looks } from './looks.tsx'

const session: Session = { user: undefined, groups: {}, config: {}, permissions: new Set<string>(), may: () => true }

/** All components on one page, for tests and for developers. */
const Gallery = ({ children }: { children: ReactNode }) => (
  <StrictMode>
    <MessagesProvider
      language="en"
      vocabulary={{ texts: en, refusals: {}, recordNames: {} }}
      onChoose={() => undefined}
    >
      <SessionProvider session={session}>
        <main className="gallery">
          <h1>Components and their states</h1>
          {children}
        </main>
        <Announcer />
        <ToastRegion />
      </SessionProvider>
    </MessagesProvider>
  </StrictMode>
)

createRoot(document.getElementById('page') as HTMLElement).render(
  <Gallery>
    <Looks />
    <Choosing />
  </Gallery>,
)

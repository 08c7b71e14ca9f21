import { useState } from 'react'
import { Segments } from '../components/segments.tsx'
import { useMessages } from '../messages/messages.tsx'
import { Checklist } from './checklist.tsx'
import { CustomerSection } from './customer-section.tsx'
import { HistoryList } from './history-list.tsx'
import { LinksSection } from './links-section.tsx'
import { useOtherTickets } from './other-tickets.ts'
import { Properties } from './properties.tsx'
import type { OpenPart, PropertyName } from './open-parts.ts'
import { Subscribers } from './subscribers.tsx'
import { TagsSection } from './tags-section.tsx'
import type { Ticket } from './ticket-types.ts'
import { TimeSection } from './time-section.tsx'
import './side-panel.css'

export interface SidePanelProps {
  ticket: Ticket
  open: OpenPart | undefined
  setOpen: (part: OpenPart | undefined) => void
}

/** The details of a ticket, editable in place, and its history in a second tab. */
export function SidePanel({ ticket, open, setOpen }: SidePanelProps) {
  const t = useMessages()
  const [tab, setTab] = useState<'about' | 'history'>('about')
  return (
    <>
      <div className="panel-tabs">
        <Segments
          label={t('ticket.panel')}
          kind="tabs"
          panelId="ticket-panel"
          segments={[
            { id: 'about', name: t('ticket.about') },
            { id: 'history', name: t('ticket.history') },
          ]}
          value={tab}
          onChange={setTab}
        />
      </div>
      <div id="ticket-panel" role="tabpanel" aria-label={t(tab === 'about' ? 'ticket.about' : 'ticket.history')}>
        {tab === 'history' ? (
          <HistoryList ticket={ticket} />
        ) : (
          <Sections ticket={ticket} open={open} setOpen={setOpen} />
        )}
      </div>
    </>
  )
}

/**
 * The sections of the first tab. Those below the customer wait for the customer's other tickets, which would otherwise
 * push them down.
 */
function Sections({ ticket, open, setOpen }: SidePanelProps) {
  const others = useOtherTickets(ticket)
  return (
    <>
      <Properties ticket={ticket} open={propertyOf(open)} setOpen={setOpen} />
      <TagsSection
        ticket={ticket}
        isAdding={open === 'tags'}
        setAdding={(isAdding) => setOpen(isAdding ? 'tags' : undefined)}
      />
      <CustomerSection
        ticket={ticket}
        others={others}
        isChanging={open === 'customer'}
        setChanging={(isChanging) => setOpen(isChanging ? 'customer' : undefined)}
      />
      {others && (
        <>
          <Checklist ticket={ticket} />
          <LinksSection
            ticket={ticket}
            isAdding={open === 'links'}
            setAdding={(isAdding) => setOpen(isAdding ? 'links' : undefined)}
          />
          <TimeSection ticket={ticket} />
          <Subscribers ticket={ticket} />
        </>
      )}
    </>
  )
}

const propertyOf = (open: OpenPart | undefined): PropertyName | undefined =>
  open === 'tags' || open === 'customer' || open === 'links' ? undefined : open

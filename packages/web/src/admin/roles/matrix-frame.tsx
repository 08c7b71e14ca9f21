import type { ReactNode } from 'react'

/** The frame in which a wide matrix scrolls. It is focusable, so that arrow keys scroll it. */
export const MatrixFrame = ({ label, children }: { label: string; children: ReactNode }) => (
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className="matrix-frame" role="region" aria-label={label} tabIndex={0}>
    <table className="matrix">{children}</table>
  </div>
)

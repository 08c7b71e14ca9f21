import type { ReactNode } from 'react'

/** The frame in which a wide matrix is scrolled. It takes the focus, so that the arrow keys scroll it. */
export const MatrixFrame = ({ label, children }: { label: string; children: ReactNode }) => (
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className="matrix-frame" role="region" aria-label={label} tabIndex={0}>
    <table className="matrix">{children}</table>
  </div>
)

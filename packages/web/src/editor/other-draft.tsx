import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { DraftKeeper, DraftState } from '../state/draft-keeper.ts'

interface OtherDraftProps {
  keeper: DraftKeeper
  state: DraftState
}

/** Says that the draft was sent or discarded elsewhere, and offers the version of another device if there is one. */
export function OtherDraft({ keeper, state }: OtherDraftProps) {
  const t = useMessages()
  return (
    <>
      {state.isGone && (
        <Notice
          kind="conflict"
          actions={
            <Button isSmall onClick={() => keeper.confirmGone()}>
              {t('editor.dismiss')}
            </Button>
          }
        >
          {t('editor.goneElsewhere')}
        </Notice>
      )}
      {state.draft?.other && (
        <Notice
          kind="conflict"
          actions={
            <>
              <Button isSmall onClick={() => keeper.swap()}>
                {t('editor.showOther')}
              </Button>
              <Button isSmall onClick={() => keeper.forgetOther()}>
                {t('editor.keepThis')}
              </Button>
            </>
          }
        >
          {t('editor.otherDraft')}
        </Notice>
      )}
    </>
  )
}

import { Button } from '../components/button.tsx'
import { Notice } from '../components/notice.tsx'
import { useMessages } from '../messages/messages.tsx'
import type { DraftKeeper, DraftState } from '../state/draft-keeper.ts'

/** Offers a draft from another device, if it differs from the one that is shown. */
export function OtherDraft({ keeper, state }: { keeper: DraftKeeper; state: DraftState }) {
  const t = useMessages()
  if (!state.draft?.other) return null
  return (
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
  )
}

import { Suspense, useState } from 'react';
import { Button, IconButton } from '../../../ui/Button.tsx';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { MEDIA } from '../../../ui/media.ts';
import { useMedia } from '../../../ui/use-browser.ts';
import { TournamentIcon } from '../TournamentIcon.tsx';
import { t } from './texts.ts';

const RulesDialog = lazyPart(() => import('./RulesDialog.tsx'));

/** Opens the rules of arenas from the list. */
export function RulesButton() {
  const isPhone = useMedia(MEDIA.phone);
  const [state, setState] = useState<'unread' | 'open' | 'closed'>('unread');
  const open = (): void => setState('open');
  return (
    <>
      {isPhone ? (
        <IconButton icon="info" label={t('rules')} aria-haspopup="dialog" onClick={open} />
      ) : (
        <Button small aria-haspopup="dialog" onClick={open}>
          <TournamentIcon name="book-open" />
          {t('rules')}
        </Button>
      )}
      <Suspense>
        {state !== 'unread' && <RulesDialog open={state === 'open'} onClose={() => setState('closed')} />}
      </Suspense>
    </>
  );
}

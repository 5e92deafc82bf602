import { Suspense, useState } from 'react';
import { useNow } from '../../client/use-now.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { MEDIA } from '../../ui/media.ts';
import { useMedia } from '../../ui/use-browser.ts';
import { ChatButton } from './chat/Chat.tsx';
import { copyInvitation } from './invitation.ts';
import layout from './layout.module.css';
import styles from './SwissView.module.css';
import { clockOf } from './swiss/Banner.tsx';
import { ComingSwiss } from './swiss/ComingSwiss.tsx';
import { RunningSwiss } from './swiss/RunningSwiss.tsx';
import { t } from './swiss/texts.ts';
import { TournamentHeader } from './TournamentHeader.tsx';
import { t as tournamentText } from './texts.ts';
import type { TournamentViewProps } from './view.ts';

const RulesDialog = lazyPart(() => import('./swiss/RulesDialog.tsx'));

/** The page of a Swiss tournament. */
export default function SwissView(props: TournamentViewProps) {
  const { details, isStale } = props;
  const { id, phase, nextAt } = details;
  const isPhone = useMedia(MEDIA.phone);
  const [rules, setRules] = useState<'unread' | 'open' | 'closed'>('unread');
  const { time } = clockOf(details, useNow());
  const View = phase === 'coming' ? ComingSwiss : RunningSwiss;
  return (
    <>
      <TournamentHeader
        details={details}
        // Before the start the head has it, between countdowns the rounds.
        countdown={phase === 'running' && nextAt !== null ? time : undefined}
        rules={t('rules')}
        onRules={() => setRules('open')}
      >
        {phase === 'coming' && <Share details={details} />}
        {isPhone && <ChatButton id={id} />}
      </TournamentHeader>
      <main className={`${layout.main} ${styles.main}`} data-phase={phase}>
        {isStale && (
          <p role="status" className={styles.note}>
            <Icon name="wifi-slash" />
            {tournamentText('failed.note')}
          </p>
        )}
        <View {...props} />
      </main>
      <Suspense>
        {rules !== 'unread' && (
          <RulesDialog details={details} open={rules === 'open'} onClose={() => setRules('closed')} />
        )}
      </Suspense>
    </>
  );
}

/** Copies the link to the tournament. */
function Share({ details }: Pick<TournamentViewProps, 'details'>) {
  const isPhone = useMedia(MEDIA.phone);
  const copy = () => copyInvitation(details);
  return isPhone ? (
    <IconButton icon="share-network" label={t('share')} onClick={copy} />
  ) : (
    <Button small icon="share-network" onClick={copy}>
      {t('share')}
    </Button>
  );
}

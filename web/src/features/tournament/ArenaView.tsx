import { Suspense, useState } from 'react';
import { useNow } from '../../client/use-now.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { MEDIA } from '../../ui/media.ts';
import { useMedia } from '../../ui/use-browser.ts';
import { ArenaPanels } from './arena/ArenaPanels.tsx';
import { t } from './arena/texts.ts';
import { Calendar } from './Calendar.tsx';
import { ChatButton } from './chat/Chat.tsx';
import layout from './layout.module.css';
import { momentOf } from './moment.ts';
import { TournamentHeader } from './TournamentHeader.tsx';
import type { TournamentViewProps } from './view.ts';

const RulesDialog = lazyPart(() => import('./arena/RulesDialog.tsx'));

/** The page of an arena; a wide window also has the list. */
export default function ArenaView(props: TournamentViewProps) {
  const { details } = props;
  const hasList = !useMedia(MEDIA.compact);
  const isPhone = useMedia(MEDIA.phone);
  const [rules, setRules] = useState<'unread' | 'open' | 'closed'>('unread');
  const { time } = momentOf(details, useNow());
  return (
    <>
      <TournamentHeader
        details={details}
        countdown={time}
        rules={t('rules')}
        onRules={() => setRules('open')}
      >
        {isPhone && <ChatButton id={details.id} />}
      </TournamentHeader>
      <main
        className={`${layout.main} ${hasList ? layout.listed : layout.alone}`}
        data-footer={details.phase !== 'finished'}
      >
        {hasList && (
          <div className={layout.list}>
            <Calendar chosen={details.id} />
          </div>
        )}
        <ArenaPanels {...props} />
      </main>
      <Suspense>
        {rules !== 'unread' && (
          <RulesDialog details={details} open={rules === 'open'} onClose={() => setRules('closed')} />
        )}
      </Suspense>
    </>
  );
}

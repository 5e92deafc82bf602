import { type Announcement, MAX_ANNOUNCEMENTS } from '@doushouqi/protocol';
import { randomId } from '../../client/random-id.ts';
import { useDraft } from '../core/drafts.ts';
import { fieldOf, timeOf } from './local-time.ts';
import type { PanelProps } from './panel-props.ts';
import { t } from './texts.ts';

interface Draft {
  zh: string;
  en: string;
  /** Values of the fields; empty: now, and until it is withdrawn. */
  from: string;
  until: string;
}

const EMPTY: Draft = { zh: '', en: '', from: '', until: '' };

function draftOf({ zh, en = '', from, until }: Announcement): Draft {
  return { zh, en, from: fieldOf(from), until: until === null ? '' : fieldOf(until) };
}

interface Options extends PanelProps {
  /** Id of the announcement that is changed; null for a new one. */
  edited: string | null;
  onDone: () => void;
}

/** The draft of an announcement, what is wrong with it, and the question that publishes it. */
export function useAnnouncement({ site, now, change: { ask }, edited, onDone }: Options) {
  const { announcements } = site.settings;
  const known = announcements.find(({ id }) => id === edited);
  const { draft, change, discard } = useDraft(
    `announcement:${edited ?? 'new'}`,
    known ? draftOf(known) : EMPTY,
  );
  const [zh, en] = [draft.zh.trim(), draft.en.trim()];
  const from = timeOf(draft.from) ?? known?.from ?? now;
  const until = timeOf(draft.until);
  const isFull = !known && announcements.length >= MAX_ANNOUNCEMENTS;
  const problem =
    until !== null && until <= from
      ? t('announcement.order')
      : until !== null && until <= now
        ? t('announcement.late')
        : isFull
          ? t('announcement.full', { most: MAX_ANNOUNCEMENTS })
          : null;
  const act = t(known ? 'announcement.change' : 'announcement.act');
  const close = (): void => {
    discard();
    onDone();
  };
  return {
    draft,
    change,
    close,
    problem,
    act,
    zh,
    isKnown: known !== undefined,
    isReady: zh !== '' && problem === null,
    publish(): void {
      const id = edited ?? randomId(12);
      const next = { id, zh, ...(en !== '' && { en }), from, until };
      ask({
        act,
        hint: zh,
        change: (settings) => ({
          announcements: [...settings.announcements.filter((one) => one.id !== id), next],
        }),
        done: close,
      });
    },
  };
}

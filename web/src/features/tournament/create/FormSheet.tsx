import type { NewTournament, TournamentDetails } from '@doushouqi/protocol';
import { Link } from 'react-router-dom';
import { useNow } from '../../../client/use-now.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Seal } from '../../../ui/Marks.tsx';
import { MEDIA } from '../../../ui/media.ts';
import { useMedia } from '../../../ui/use-browser.ts';
import { type Draft, type DraftField, type DraftOwner, faultsOf, wishOf } from './draft.ts';
import styles from './FormSheet.module.css';
import { Preview } from './Preview.tsx';
import { TournamentForm } from './TournamentForm.tsx';
import { t } from './texts.ts';
import { forgetDraft, useDraft } from './use-draft.ts';
import { usePublish } from './use-publish.ts';

interface FormSheetProps {
  first: Draft;
  owner: DraftOwner;
  onDone: (tournament: TournamentDetails) => void;
  /** Called before each request. */
  onSend?: (wish: NewTournament) => void;
  /** Where cancelling leads. */
  back: string;
}

/** The form of a new or a changed tournament, with preview and footer. */
export function FormSheet({ first, owner, onDone, onSend, back }: FormSheetProps) {
  const now = useNow();
  const isPhone = useMedia(MEDIA.phone);
  const { draft, change } = useDraft(first, owner);
  const isNew = owner.of === null;
  const {
    isBusy,
    publish,
    faultsOf: faultsWith,
  } = usePublish(owner.of, (tournament) => {
    forgetDraft();
    onDone(tournament);
  });
  const wish: NewTournament = wishOf(draft);
  const faults = faultsWith(faultsOf(draft, now), wish);
  const wrong = Object.keys(faults) as DraftField[];
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (wrong.length > 0) return;
        onSend?.(wish);
        void publish(wish);
      }}
    >
      <Card framed className={styles.sheet}>
        <header className={styles.head}>
          <Seal tone="gold">{t('seal')}</Seal>
          <h2>{t(isNew ? 'title' : 'change')}</h2>
        </header>
        <div className={styles.body}>
          <div>
            <TournamentForm {...{ draft, change, faults, now }} isKindFixed={!isNew} />
          </div>
          {!isPhone && <Preview draft={draft} isStartWrong={faults.start !== undefined} />}
        </div>
        <footer className={styles.foot}>
          <Left wrong={wrong} isNew={isNew} />
          {!isPhone && (
            <Link to={back} className={styles.cancel} onClick={forgetDraft}>
              {t('cancel')}
            </Link>
          )}
          <Button type="submit" tone="primary" disabled={wrong.length > 0} busy={isBusy}>
            {t(isNew ? 'publish' : 'save')}
          </Button>
        </footer>
      </Card>
    </form>
  );
}

/** Counts what is left. */
function Left({ wrong, isNew }: { wrong: readonly DraftField[]; isNew: boolean }) {
  const fields = wrong.map((field) => t(`field.${field}`)).join(t('between'));
  if (wrong.length === 0)
    return (
      <p className={styles.left} role="status">
        <Icon name="check" />
        {t(isNew ? 'ready' : 'readyToSave')}
      </p>
    );
  return (
    <p className={styles.left} data-wrong="true" role="status">
      <Icon name="warning" />
      {t('left', { count: wrong.length, fields })}
    </p>
  );
}

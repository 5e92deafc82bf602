import { MAX_ANNOUNCEMENT, MAX_ANNOUNCEMENT_EN } from '@doushouqi/protocol';
import { Button } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Line, TextArea } from '../parts/fields.tsx';
import { Panel } from '../parts/Panel.tsx';
import type { PanelProps } from './panel-props.ts';
import styles from './SitePage.module.css';
import { t } from './texts.ts';
import { useAnnouncement } from './use-announcement.ts';

interface FormProps extends PanelProps {
  /** Id of the announcement that is changed; null for a new one. */
  edited: string | null;
  onDone: () => void;
}

type Editing = ReturnType<typeof useAnnouncement>;

/** A new announcement, or a change of one. */
export function AnnouncementForm(props: FormProps) {
  const editing = useAnnouncement(props);
  const { draft, change, zh, isReady, publish } = editing;
  return (
    <Panel title={t('announcement.title')} aside={t('announcement.note')}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) publish();
        }}
      >
        <TextArea
          label={t('announcement.text')}
          rows={2}
          isCounted
          maxLength={MAX_ANNOUNCEMENT}
          value={draft.zh}
          onText={(text) => change({ zh: text.replaceAll(/\s*\n\s*/g, ' ') })}
        />
        <p className={styles.under}>
          <span>{t('announcement.count', { count: [...zh].length, most: MAX_ANNOUNCEMENT })}</span>
          <span>{t('announcement.line')}</span>
        </p>
        {zh !== '' && (
          <>
            <Line
              label={t('announcement.en')}
              maxLength={MAX_ANNOUNCEMENT_EN}
              value={draft.en}
              onText={(text) => change({ en: text })}
            />
            <p className={styles.hint}>{t('announcement.preview')}</p>
            <div className={styles.preview}>
              <Icon name="megaphone" />
              <p>{zh}</p>
            </div>
          </>
        )}
        <Times editing={editing} />
        <Foot editing={editing} />
      </form>
    </Panel>
  );
}

function Times({ editing: { draft, change } }: { editing: Editing }) {
  return (
    <div className={styles.pair}>
      <Line
        type="datetime-local"
        label={t('announcement.from')}
        title={t('announcement.fromTitle')}
        value={draft.from}
        onText={(text) => change({ from: text })}
      />
      <Line
        type="datetime-local"
        label={t('announcement.until')}
        title={t('announcement.untilTitle')}
        value={draft.until}
        onText={(text) => change({ until: text })}
      />
    </div>
  );
}

function Foot({ editing: { problem, isKnown, isReady, act, close } }: { editing: Editing }) {
  return (
    <div className={styles.buttons}>
      {problem === null ? (
        <span className={styles.hint}>{t('announcement.back')}</span>
      ) : (
        <span className={styles.wrong} role="alert">
          {problem}
        </span>
      )}
      {isKnown && (
        <Button small onClick={close}>
          {t('announcement.stop')}
        </Button>
      )}
      <Button small type="submit" tone="primary" disabled={!isReady}>
        {act}
      </Button>
    </div>
  );
}

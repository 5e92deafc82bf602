import type { Tournament } from '@doushouqi/protocol';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { copyText } from '../../../ui/clipboard.ts';
import { FACES } from '../../../ui/faces.ts';
import { invitation } from '../invitation.ts';
import styles from './Published.module.css';
import { t } from './texts.ts';

interface PublishedProps {
  tournament: Pick<Tournament, 'id' | 'name'>;
  password: string | undefined;
}

/** A private tournament is found by its link alone. */
export function Published({ tournament: { id, name }, password }: PublishedProps) {
  const link = window.location.origin + invitation(id, password);
  return (
    <Card framed className={styles.published}>
      <img src={FACES.cat} alt="" width={96} height={96} />
      <h2>{t('published.title')}</h2>
      <p className={styles.name}>{name}</p>
      <p>{t('published.text')}</p>
      <input
        readOnly
        aria-label={t('published.link')}
        value={link}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.buttons}>
        <Button icon="copy" onClick={() => void copyText(link, t('published.copied'))}>
          {t('published.copy')}
        </Button>
        <ButtonLink tone="primary" to={`/tournament/${id}`} replace>
          {t('published.open')}
        </ButtonLink>
      </div>
    </Card>
  );
}

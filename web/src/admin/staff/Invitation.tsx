import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/clipboard.ts';
import { Panel } from '../parts/Panel.tsx';
import styles from './StaffPage.module.css';
import { t } from './texts.ts';

export interface Invited {
  name: string;
  invitation: string;
}

/** An invitation to the second factor, shown once. */
export function Invitation({
  invited: { name, invitation },
  onClose,
}: {
  invited: Invited;
  onClose: () => void;
}) {
  return (
    <Panel title={t('invitation.title', { name })} className={styles.invitation}>
      <div className={styles.form}>
        <p>{t('invitation.text')}</p>
        <output className={styles.secret}>{invitation}</output>
        <div className={styles.buttons}>
          <Button small onClick={onClose}>
            {t('invitation.close')}
          </Button>
          <Button
            small
            tone="jade"
            icon="copy"
            onClick={() => void copyText(invitation, t('invitation.copied'))}
          >
            {t('invitation.copy')}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

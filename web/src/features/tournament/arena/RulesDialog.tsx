import type { TournamentDetails } from '@doushouqi/protocol';
import { TextDialog } from '../../../ui/Dialog.tsx';
import styles from './RulesDialog.module.css';
import { t } from './texts.ts';

const RULES = ['time', 'pairing', 'points', 'streak', 'draws', 'absent', 'ties'] as const;

interface RulesDialogProps {
  /** Absent: of any arena. */
  details?: Pick<TournamentDetails, 'rated' | 'hasBots' | 'description'>;
  open: boolean;
  onClose: () => void;
}

/** The rules of an arena, after what its creator wrote. */
export default function RulesDialog({ details, open, onClose }: RulesDialogProps) {
  const { rated = true, hasBots = false, description } = details ?? {};
  return (
    <TextDialog open={open} title={t('rules')} onClose={onClose}>
      {description && <p className={styles.description}>{description}</p>}
      <ul className={styles.rules}>
        {RULES.map((name) => (
          <li key={name}>{t(`rulesList.${name}`)}</li>
        ))}
        {!rated && <li>{t('rulesList.unrated')}</li>}
        {hasBots && <li>{t('rulesList.bots')}</li>}
      </ul>
    </TextDialog>
  );
}

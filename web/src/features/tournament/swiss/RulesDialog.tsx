import type { TournamentDetails } from '@doushouqi/protocol';
import { TextDialog } from '../../../ui/Dialog.tsx';
import { RulesList } from './RulesList.tsx';
import { t } from './texts.ts';

interface RulesDialogProps {
  details: TournamentDetails;
  open: boolean;
  onClose: () => void;
}

/** The rules of a Swiss. */
export default function RulesDialog({ details, open, onClose }: RulesDialogProps) {
  return (
    <TextDialog open={open} title={t('rules')} onClose={onClose}>
      <RulesList details={details} />
    </TextDialog>
  );
}

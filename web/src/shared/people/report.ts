import { t } from '../../client/texts.ts';
import { toast } from '../../ui/toast-store.ts';
import type { Reported } from './ReportDialog.tsx';

/** Opens the dialog that reports to the operators. */
export function report(reported: Reported): void {
  import('./ReportDialog.tsx').then(
    ({ askToReport }) => askToReport(reported),
    () => toast.error(t('error.part')),
  );
}

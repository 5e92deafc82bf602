import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { t } from './texts.ts';
import type { TournamentViewProps } from './view.ts';

/** The page of a Swiss tournament. */
export default function SwissView({ details }: TournamentViewProps) {
  return <PageHeader back="/tournament" backLabel={t('back')} title={details.name} />;
}

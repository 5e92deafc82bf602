import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { t } from './texts.ts';
import type { TournamentViewProps } from './view.ts';

/** The page of an arena. */
export default function ArenaView({ details }: TournamentViewProps) {
  return <PageHeader back="/tournament" backLabel={t('back')} title={details.name} />;
}

import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { t } from './texts.ts';

interface LoadFailedProps {
  /** Name of the missing content. */
  title: string;
  text: string;
  query: { isFetching: boolean; refetch: () => unknown };
}

/** Replaces content that failed to load. It is requested again by itself, and at once by the button. */
export function LoadFailed({ title, text, query }: LoadFailedProps) {
  return (
    <EmptyState
      animal="dog"
      title={title}
      text={text}
      action={
        <Button icon="arrows-clockwise" busy={query.isFetching} onClick={() => void query.refetch()}>
          {t('retry')}
        </Button>
      }
    />
  );
}

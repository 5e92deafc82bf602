import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { t } from './texts.ts';

interface LoadFailedProps {
  /** What did not come. */
  title: string;
  text: string;
  asked: { isFetching: boolean; refetch: () => unknown };
}

/** In place of what could not be had; it is asked for again by itself, and by the button at once. */
export function LoadFailed({ title, text, asked }: LoadFailedProps) {
  return (
    <EmptyState
      animal="dog"
      title={title}
      text={text}
      action={
        <Button icon="arrows-clockwise" busy={asked.isFetching} onClick={() => void asked.refetch()}>
          {t('retry')}
        </Button>
      }
    />
  );
}

import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { Animal } from '../../ui/faces.ts';
import { clearSearch, type Filter, isSearched, lookAt, useHistoryView } from './history-store.ts';
import { t } from './texts.ts';

const FACES: Record<Filter, Animal> = { all: 'cat', ranked: 'tiger', favorites: 'leopard', local: 'rat' };
/** Where games of a kind come from. */
const WAYS = { all: '/play', ranked: '/play', local: '/play/local' } as const;

/** Why there is nothing here, and the way to something. */
export function NoRecords() {
  const view = useHistoryView();
  const { filter } = view;
  if (isSearched(view)) {
    const action = <Button onClick={clearSearch}>{t('search.clear')}</Button>;
    return (
      <Card>
        <EmptyState animal="dog" title={t('search.none')} text={t('search.noneText')} action={action} />
      </Card>
    );
  }
  const action = t(`empty.${filter}.action`);
  return (
    <Card>
      <EmptyState
        animal={FACES[filter]}
        title={t(`empty.${filter}.title`)}
        text={t(`empty.${filter}.text`)}
        action={
          filter === 'favorites' ? (
            <Button onClick={() => lookAt({ filter: 'all' })}>{action}</Button>
          ) : (
            <ButtonLink to={WAYS[filter]} tone="primary">
              {action}
            </ButtonLink>
          )
        }
      />
    </Card>
  );
}

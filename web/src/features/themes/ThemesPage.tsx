import art from 'virtual:art';
import { THEMES, type ThemeId } from '@doushouqi/protocol';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchThemeConfig, type ThemeConfig } from '../../board/theme.ts';
import { api } from '../../client/api.ts';
import { logged } from '../../client/log.ts';
import { made } from '../../client/made.ts';
import { useSession } from '../../client/session.ts';
import { t as appText } from '../../client/texts.ts';
import { resolveTheme } from '../../client/theme.ts';
import { useSavedChoice } from '../../client/use-saved-choice.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { Button } from '../../ui/Button.tsx';
import { ChoiceGrid } from '../../ui/ChoiceGrid.tsx';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/Loading.tsx';
import { MEDIA } from '../../ui/media.ts';
import { Pager } from '../../ui/Pager.tsx';
import { pageOf } from '../../ui/pages.ts';
import { useMedia } from '../../ui/use-browser.ts';
import { pageSize, pageWith } from './paging.ts';
import styles from './ThemesPage.module.css';
import { t } from './texts.ts';

/** Name, description and measures of a theme, which are constant while the page is open. */
function themeQuery(id: string) {
  return queryOptions({
    queryKey: ['theme', id],
    queryFn: () => fetchThemeConfig(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
}

/** Names and descriptions of the visible themes; failed ones can be loaded again. */
function useThemeConfigs(shown: readonly ThemeId[]) {
  const results = useQueries({ queries: shown.map(themeQuery) });
  const failed = results.filter((result) => result.isError);
  return {
    configs: new Map(shown.map((id, index) => [id, results[index]?.data])),
    failed: failed.length > 0,
    retry: () => failed.forEach((result) => void result.refetch()),
  };
}

/** The current page of themes. It starts at the theme in use, and keeps its themes when a phone is rotated. */
function usePage(current: ThemeId) {
  const size = pageSize(!useMedia(MEDIA.tablet));
  const [first, setFirst] = useState(THEMES.indexOf(current));
  const { page, total, shown } = pageOf(THEMES, pageWith(first, size), size);
  return { page, total, shown, onPage: (next: number) => setFirst((next - 1) * size) };
}

const CREDITS = {
  games: 'https://game-icons.net',
  cc: 'https://creativecommons.org/licenses/by/3.0/',
  noto: 'https://github.com/googlefonts/noto-emoji',
  fluent: 'https://github.com/microsoft/fluentui-emoji',
} as const;

/** Authors of the pieces' pictures, as their license requires. */
function Credits() {
  return (
    <p className={styles.credits}>
      {t('credits.lead')}
      {(Object.keys(CREDITS) as (keyof typeof CREDITS)[]).map((name) => (
        <a key={name} href={CREDITS[name]} target="_blank" rel="noreferrer">
          {t(`credits.${name}`)}
        </a>
      ))}
    </p>
  );
}

/** The board themes with previews; a choice applies once the account stores it. */
export default function ThemesPage() {
  const current = useSession((state) => resolveTheme(state.currentTheme));
  const { page, total, shown, onPage } = usePage(current);
  const { configs, failed, retry } = useThemeConfigs(shown);
  const nameOf = (id: ThemeId): string => configs.get(id)?.name ?? id;
  const { pending, choose } = useSavedChoice<ThemeId>(
    {
      change: (theme, { settings }) => ({ settings: { ...settings, theme } }),
      save: (theme) => logged('The theme was not stored', made(api.setTheme({ body: { theme } }))),
    },
    {
      updated: (theme) => t('updated', { name: nameOf(theme) }),
      failed: (reason) => (reason ? t('failedBecause', { reason }) : t('failed')),
    },
  );
  return (
    <>
      <title>{`${t('title')} · ${appText('name')}`}</title>
      <PageHeader title={t('title')} />
      <main className={styles.main}>
        {failed && (
          <p className={styles.failed} role="alert">
            {t('loadFailed')}
            <Button small onClick={retry}>
              {t('retry')}
            </Button>
          </p>
        )}
        <ChoiceGrid
          label={t('title')}
          items={shown}
          nameOf={nameOf}
          current={current}
          pending={pending}
          onChoose={(theme) => void choose(theme, current)}
          className={styles.grid}
          itemClassName={styles.choice}
        >
          {(id) => <ThemeCard id={id} config={configs.get(id)} current={id === current} />}
        </ChoiceGrid>
        <div className={styles.foot}>
          <Pager page={page} total={total} onPage={onPage} label={t('pages')} />
          <Credits />
        </div>
      </main>
    </>
  );
}

interface ThemeCardProps {
  id: ThemeId;
  /** Undefined while loading. */
  config: ThemeConfig | undefined;
  current: boolean;
}

/** Card of a theme: start position, name, description, and a stamp on the theme in use. */
function ThemeCard({ id, config, current }: ThemeCardProps) {
  const [loaded, setLoaded] = useState(false);
  return (
    <>
      <span className={styles.preview}>
        <img
          src={`${art[id]}/preview.webp`}
          alt=""
          className={cx(styles.picture, loaded && styles.loaded)}
          onLoad={() => setLoaded(true)}
        />
        {current && (
          <span className={styles.stamp} aria-hidden="true">
            {t('using')}
          </span>
        )}
      </span>
      {config ? (
        <>
          <span className={styles.name}>{config.name}</span>
          <span className={styles.description}>{config.description}</span>
        </>
      ) : (
        <>
          <Skeleton className={styles.nameBlock} />
          <Skeleton className={styles.descriptionBlock} />
        </>
      )}
    </>
  );
}

import { useLocation } from 'react-router-dom';
import { toggleMode, useMode } from '../../client/mode.ts';
import { t as appText } from '../../client/texts.ts';
import { placeSearch } from '../../shared/header/header-slots.ts';
import { HeaderEnd } from '../../shared/header/PageHeader.tsx';
import head from '../../shared/table/TableHeader.module.css';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { BackLink, Button, IconButton } from '../../ui/Button.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './AnalysisHeader.module.css';
import { ModeTabs } from './ModeTabs.tsx';
import { t } from './texts.ts';
import type { Desk } from './use-desk.ts';
import { useTakeaway } from './use-takeaway.ts';

/** The bar over the analysis; a rail beside the board in landscape. */
export function AnalysisHeader({ desk }: { desk: Desk }) {
  const layout = useTableLayout();
  const isOwnRecord = useLocation().search.startsWith('?record=');
  const isRail = layout === 'landscape';
  const isNarrow = isRail || layout === 'phone';
  const isUpright = layout === 'phone' || layout === 'upright';
  const takeaway = useTakeaway(desk);
  const hasCard = layout === 'wide' || layout === 'columns';
  const items = useItems(desk, { isNarrow, hasCard }, takeaway);
  return (
    <header className={isRail ? head.rail : head.bar}>
      {isOwnRecord ? (
        <BackLink to="/history" label={t('backToHistory')} />
      ) : (
        <BackLink to="/" label={appText('backHome')} />
      )}
      <h1 className={isNarrow ? 'visually-hidden' : head.title}>{t('title')}</h1>
      {!isRail && <ModeTabs desk={desk} />}
      <span className={head.space} />
      {!isUpright && <span ref={placeSearch} data-rail={isRail || undefined} />}
      {!isNarrow && (
        <>
          <Button small icon="upload-simple" onClick={() => desk.setImporting(true)}>
            {t('import.open')}
          </Button>
          <Button small icon="copy" onClick={takeaway.copyPosition}>
            {t('position.copyPosition')}
          </Button>
        </>
      )}
      <IconButton icon="arrows-down-up" label={t('flip')} onClick={desk.onFlip} />
      <Menu label={t('more')} items={items} className={styles.more} />
      {!isNarrow && <HeaderEnd className={head.wide} />}
    </header>
  );
}

/** What has no button of its own on this screen. */
function useItems(
  desk: Desk,
  { isNarrow, hasCard }: { isNarrow: boolean; hasCard: boolean },
  takeaway: ReturnType<typeof useTakeaway>,
): MenuItem[] {
  const isDark = useMode() === 'dark';
  const narrow: MenuItem[] = [
    { icon: 'upload-simple', label: t('import.open'), onSelect: () => desk.setImporting(true) },
    { icon: 'copy', label: t('position.copyPosition'), onSelect: takeaway.copyPosition },
  ];
  const always: MenuItem[] = [
    { icon: 'link', label: t('position.copyLink'), onSelect: takeaway.copyLink },
    { icon: 'list-numbers', label: t('position.copyList'), onSelect: takeaway.copyList },
    { icon: 'download-simple', label: t('position.saveText'), onSelect: takeaway.saveText },
    { icon: 'download-simple', label: t('position.saveJson'), onSelect: takeaway.saveJson },
  ];
  const analysis: MenuItem = {
    icon: 'sparkle',
    label: t('ai.title'),
    onSelect: () => void toast.info(t('ai.desktopOnly')),
  };
  const last: MenuItem[] = [
    { icon: isDark ? 'sun' : 'moon', label: appText(isDark ? 'toLight' : 'toDark'), onSelect: toggleMode },
  ];
  const shown = isNarrow ? [...narrow, ...always, ...last] : always;
  return hasCard ? shown : [...shown, analysis];
}

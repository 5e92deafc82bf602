import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { HeaderEnd } from '../../app/HeaderEnd.tsx';
import { placeSearch } from '../../app/header-slots.ts';
import { toggleMode, useMode } from '../../app/mode.ts';
import { BackLink, Button, IconButton } from '../../ui/Button.tsx';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { toast } from '../../ui/toast-store.ts';
import head from '../table/TableHeader.module.css';
import { useTableLayout } from '../table/use-table-layout.ts';
import styles from './AnalysisHeader.module.css';
import { ModeTabs } from './ModeTabs.tsx';
import type { Desk } from './use-desk.ts';
import { useTakeaway } from './use-takeaway.ts';

/** The bar over the analysis; a rail beside the board in landscape. */
export function AnalysisHeader({ desk }: { desk: Desk }) {
  const { t } = useTranslation();
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
        <BackLink to="/history" label={t('analysis.backToHistory')} />
      ) : (
        <BackLink to="/" label={t('app.backHome')} />
      )}
      <h1 className={isNarrow ? 'visually-hidden' : head.title}>{t('analysis.title')}</h1>
      {!isRail && <ModeTabs desk={desk} />}
      <span className={head.space} />
      {!isUpright && <span ref={placeSearch} data-rail={isRail || undefined} />}
      {!isNarrow && (
        <>
          <Button small icon="upload-simple" onClick={() => desk.setImporting(true)}>
            {t('analysis.import.open')}
          </Button>
          <Button small icon="copy" onClick={takeaway.copyPosition}>
            {t('analysis.position.copyPosition')}
          </Button>
        </>
      )}
      <IconButton icon="arrows-down-up" label={t('analysis.flip')} onClick={desk.onFlip} />
      <Menu label={t('analysis.more')} items={items} className={styles.more} />
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
  const { t } = useTranslation();
  const isDark = useMode() === 'dark';
  const narrow: MenuItem[] = [
    { icon: 'upload-simple', label: t('analysis.import.open'), onSelect: () => desk.setImporting(true) },
    { icon: 'copy', label: t('analysis.position.copyPosition'), onSelect: takeaway.copyPosition },
  ];
  const always: MenuItem[] = [
    { icon: 'link', label: t('analysis.position.copyLink'), onSelect: takeaway.copyLink },
    { icon: 'list-numbers', label: t('analysis.position.copyList'), onSelect: takeaway.copyList },
    { icon: 'download-simple', label: t('analysis.position.saveText'), onSelect: takeaway.saveText },
    { icon: 'download-simple', label: t('analysis.position.saveJson'), onSelect: takeaway.saveJson },
  ];
  const analysis: MenuItem = {
    icon: 'sparkle',
    label: t('analysis.ai.title'),
    onSelect: () => void toast.info(t('analysis.ai.desktopOnly')),
  };
  const last: MenuItem[] = [
    { icon: isDark ? 'sun' : 'moon', label: t(isDark ? 'app.toLight' : 'app.toDark'), onSelect: toggleMode },
  ];
  const shown = isNarrow ? [...narrow, ...always, ...last] : always;
  return hasCard ? shown : [...shown, analysis];
}

import { formatFen, newTree } from '@doushouqi/rules';
import { useAddressQuery } from '../../client/address.ts';
import { toggleMode, useMode } from '../../client/mode.ts';
import { t as appText } from '../../client/texts.ts';
import { placeSearch } from '../../shared/header/header-slots.ts';
import { HeaderEnd } from '../../shared/header/PageHeader.tsx';
import head from '../../shared/table/TableHeader.module.css';
import { t as tableText } from '../../shared/table/texts.ts';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { BackLink, Button, IconButton } from '../../ui/Button.tsx';
import { ChoiceGrid } from '../../ui/ChoiceGrid.tsx';
import { downloadText } from '../../ui/download.ts';
import { Menu, type MenuItem } from '../../ui/Menu.tsx';
import { toast } from '../../ui/toast-store.ts';
import styles from './AnalysisHeader.module.css';
import slips from './Slips.module.css';
import { inMode, MODES, type Mode, shownPosition, shownStudy } from './study/analysis.ts';
import { useAnalysis } from './study/analysis-game.ts';
import { jsonOfStudy, textOfStudy } from './study/export.ts';
import { linkTo } from './study/links.ts';
import { type Study, studyOf } from './study/study.ts';
import { t } from './texts.ts';
import type { Workspace } from './use-workspace.ts';

/** The bar above the analysis; in landscape, a rail beside the board. */
export function AnalysisHeader({ workspace }: { workspace: Workspace }) {
  const layout = useTableLayout();
  const isOwnRecord = useAddressQuery().has('record');
  const isRail = layout === 'landscape';
  const isNarrow = isRail || layout === 'phone';
  const isUpright = layout === 'phone' || layout === 'upright';
  const takeaway = useTakeaway(workspace);
  const hasCard = layout === 'wide' || layout === 'columns';
  const items = useItems(workspace, { isNarrow, hasCard }, takeaway);
  return (
    <header className={isRail ? head.rail : head.bar}>
      {isOwnRecord ? (
        <BackLink to="/history" label={t('backToHistory')} />
      ) : (
        <BackLink to="/" label={appText('backHome')} />
      )}
      <h1 className={isNarrow ? 'visually-hidden' : head.title}>{t('title')}</h1>
      {!isRail && <ModeTabs workspace={workspace} />}
      <span className={head.space} />
      {!isUpright && <span ref={placeSearch} data-rail={isRail || undefined} />}
      {!isNarrow && (
        <>
          <Button small icon="upload-simple" onClick={() => workspace.setImporting(true)}>
            {t('import.open')}
          </Button>
          <Button small icon="copy" onClick={takeaway.copyPosition}>
            {t('position.copyPosition')}
          </Button>
        </>
      )}
      <IconButton icon="arrows-down-up" label={t('flip')} onClick={workspace.onFlip} />
      <Menu label={t('more')} items={items} className={styles.more} />
      {!isNarrow && <HeaderEnd className={head.wide} />}
    </header>
  );
}

/** Returns menu items for the actions that have no button on this screen. */
function useItems(
  workspace: Workspace,
  { isNarrow, hasCard }: { isNarrow: boolean; hasCard: boolean },
  takeaway: ReturnType<typeof useTakeaway>,
): MenuItem[] {
  const isDark = useMode() === 'dark';
  const narrow: MenuItem[] = [
    { icon: 'upload-simple', label: t('import.open'), onSelect: () => workspace.setImporting(true) },
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

/** Tabs for the modes setup, play and notation. */
export function ModeTabs({ workspace: { game, leaving, setPen } }: { workspace: Workspace }) {
  const mode = useAnalysis(game, (analysis) => analysis.mode);
  const nameOf = (one: Mode) => t(`mode.${one}`);
  const choose = (next: Mode): void => {
    leaving.leave(
      (analysis) => inMode(analysis, next),
      () => setPen(null),
    );
  };
  return (
    <ChoiceGrid
      label={t('mode.label')}
      items={MODES}
      nameOf={nameOf}
      current={mode}
      onChoose={choose}
      className={slips.tray}
      itemClassName={slips.slip}
    >
      {nameOf}
    </ChoiceGrid>
  );
}

/** Returns the actions that copy or save the analysis; each shows its result. */
function useTakeaway({ game, copy }: Workspace) {
  /** Returns the shown game, or null with an error message if the pieces form no valid position. */
  const shown = (): Study | null => {
    const { analysis } = game.store.getState();
    if (analysis.mode !== 'setup') return shownStudy(analysis);
    const position = shownPosition(analysis);
    if (!position.ok) toast.error(t('position.noFen'));
    return position.ok ? studyOf(newTree(undefined, position.value)) : null;
  };
  const withShown = (take: (study: Study) => void) => (): void => {
    const study = shown();
    if (study) take(study);
  };
  return {
    copyPosition: (): void => {
      const position = shownPosition(game.store.getState().analysis);
      if (position.ok) copy(formatFen(position.value), tableText('notation.fenCopied'));
      else toast.error(t('position.noFen'));
    },
    copyLink: withShown((study) =>
      copy(`${location.origin}/analysis?${linkTo(study)}`, t('position.linkCopied')),
    ),
    copyList: withShown((study) => copy(textOfStudy(study), tableText('notation.listCopied'))),
    saveText: withShown((study) => downloadText('斗兽棋棋谱.txt', 'text/plain', textOfStudy(study))),
    saveJson: withShown((study) => downloadText('斗兽棋棋谱.json', 'application/json', jsonOfStudy(study))),
  };
}

import { formatFen, newTree } from '@doushouqi/rules';
import { t as tableText } from '../../shared/table/texts.ts';
import { downloadText } from '../../ui/download.ts';
import { toast } from '../../ui/toast-store.ts';
import { shownPosition, shownStudy } from './study/analysis.ts';
import { jsonOfStudy, textOfStudy } from './study/export.ts';
import { linkTo } from './study/links.ts';
import { type Study, studyOf } from './study/study.ts';
import { t } from './texts.ts';
import type { Desk } from './use-desk.ts';

/** Every way in which what is shown can be taken along; each says what it did. */
export function useTakeaway({ game, copy }: Desk) {
  /** What is shown as a game, or null where the pieces make no position; then that is said. */
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

import type { PieceName } from '@doushouqi/rules';
import cat from '../../../art/avatars/cat-hero.svg';
import dog from '../../../art/avatars/dog-hero.svg';
import elephant from '../../../art/avatars/elephant-hero.svg';
import leopard from '../../../art/avatars/leopard-hero.svg';
import lion from '../../../art/avatars/lion-hero.svg';
import rat from '../../../art/avatars/rat-hero.svg';
import tiger from '../../../art/avatars/tiger-hero.svg';
import wolf from '../../../art/avatars/wolf-hero.svg';

/** Pictures of the coaches, in the build itself: lessons work offline. */
export const COACHES: Readonly<Record<PieceName, string>> = {
  rat,
  cat,
  dog,
  wolf,
  leopard,
  tiger,
  lion,
  elephant,
};

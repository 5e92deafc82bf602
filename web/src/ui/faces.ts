import cat from '../../art/faces/cat.svg';
import dog from '../../art/faces/dog.svg';
import elephant from '../../art/faces/elephant.svg';
import leopard from '../../art/faces/leopard.svg';
import lion from '../../art/faces/lion.svg';
import rat from '../../art/faces/rat.svg';
import tiger from '../../art/faces/tiger.svg';
import wolf from '../../art/faces/wolf.svg';

/** URLs of the eight animal faces, for tiles, menus and captured pieces. */
export const FACES = { rat, cat, dog, wolf, leopard, tiger, lion, elephant };

export type Animal = keyof typeof FACES;

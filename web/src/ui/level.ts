import type { Animal } from './faces.ts';
import { t } from './texts.ts';

/** The animals of the levels in ascending order; each has three steps. */
const ANIMALS: readonly Animal[] = ['rat', 'cat', 'dog', 'wolf', 'leopard', 'tiger', 'lion', 'elephant'];
const STEPS = 3;
type Step = 1 | 2 | 3;

/** Returns the animal and step (1–3) of a level. @param order 1–24 */
export function levelParts(order: number): { animal: Animal; step: Step } {
  const at = order - 1;
  return { animal: ANIMALS[Math.floor(at / STEPS)]!, step: ((at % STEPS) + 1) as Step };
}

/** `豹二阶`; 未定级 for null. Pure. @param order 1–24 */
export function levelName(order: number | null): string {
  if (order === null) return t('level.none');
  const { animal, step } = levelParts(order);
  const words = { animal: t(`animal.${animal}`), step: t(`level.step${step}`) };
  return t('level.name', words);
}

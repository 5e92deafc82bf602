import { KEYS, storage } from './storage.ts';

/** An answered question is not asked again for this time. Milliseconds. */
const PAUSE = 30 * 86_400_000;

const DUE = 'due';

/** Whether to ask on home if this device may be called. */
export function isPushDue(): boolean {
  return storage.getItem(KEYS.pushSlip) === DUE;
}

/** Makes the question due unless it was answered lately; answers of older versions count forever. @param now device time, epoch ms */
export function askForPush(now: number): void {
  const answered = storage.getItem(KEYS.pushSlip);
  if (answered === null || now - Number(answered) > PAUSE) storage.setItem(KEYS.pushSlip, DUE);
}

/** Stores that the question was answered. @param now device time, epoch ms */
export function answerPush(now: number): void {
  storage.setItem(KEYS.pushSlip, String(now));
}

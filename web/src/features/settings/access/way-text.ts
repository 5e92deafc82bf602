import type { AccessChange, Way } from '@doushouqi/protocol';
import { dayText, timeText } from '../../../ui/format.ts';
import type { WayIconName } from '../../../ui/icon-names.ts';
import { t } from './texts.ts';

/** Words for what opens an account. Pure; times are epoch ms. */

const HANDHELD = /iOS|Android|HarmonyOS|iPhone|iPad/i;

/** Returns the icon of a way. */
export function wayIcon({ kind, name }: Way): WayIconName {
  const isHandheld = HANDHELD.test(name);
  if (kind === 'codes') return 'key-return';
  if (kind === 'email') return 'envelope';
  if (kind === 'passkey') return isHandheld ? 'fingerprint' : 'key';
  return isHandheld ? 'device-mobile' : 'desktop';
}

/** Returns the name of a way. A passkey has the name of the device that made it. */
export function wayName({ kind, name, codesLeft = 0 }: Way): string {
  if (kind === 'codes') return t('codes', { count: codesLeft });
  return kind === 'passkey' ? t('passkey', { name }) : name;
}

/** `今天 20:14 ` or a date. */
export function whenText(at: number, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? t('today', { time: timeText(at) }) : dayText(at, now);
}

/** The place, else the address range. */
export function placeText({ place, network }: Pick<Way | AccessChange, 'place' | 'network'>): string {
  return place ?? network ?? t('unknownPlace');
}

/** When and where a way was added: `11月20日添加 · 203.0.113.*`. */
export function addedText(way: Way, now: number): string {
  const added = t(`added.${way.kind}`);
  return `${whenText(way.at, now)}${added} · ${placeText(way)}`;
}

/** Splits the ways into what was added lately and the rest. The device in use is no news to its user. */
export function groupWays(ways: readonly Way[]): { recent: Way[]; former: Way[] } {
  const isNew = (way: Way) => !way.isThis && (way.isRecent || way.isSuspended);
  return { recent: ways.filter(isNew), former: ways.filter((way) => !isNew(way)) };
}

import type { SiteState } from '@doushouqi/protocol';
import { Notice } from '../parts/Notice.tsx';
import { Panel } from '../parts/Panel.tsx';
import { differenceOf, drawCurve, HEIGHT, WIDTH } from './curve.ts';
import styles from './SitePage.module.css';
import { t } from './texts.ts';

const HOURS = ['0:00', '6:00', '12:00', '18:00', '24:00'];
const DAYS = ['d0', 'd1', 'd2', 'd3', 'd4', 'd5', 'd6'] as const;
const CHINA_MS = 8 * 3_600_000;

/** The day of the week in China. */
function dayOf(now: number): string {
  return t(`curve.days.${DAYS[new Date(now + CHINA_MS).getUTCDay()]!}`);
}

/** How many are online, and how many more than a week before. */
function nowText({ figures: { online }, curve: { today, before } }: SiteState, day: string): string {
  if (online === null) return t('curve.unknown');
  const more = differenceOf(today, before);
  const compared =
    more === null
      ? []
      : more === 0
        ? [t('curve.same', { day })]
        : [t(more > 0 ? 'curve.more' : 'curve.less', { day, count: Math.abs(more) })];
  return [t('curve.now', { count: online }), ...compared].join('，');
}

/** The users online today, and figures of this moment. */
export function CurvePanel({ site, now }: { site: SiteState; now: number }) {
  const { today, before } = site.curve;
  const drawing = drawCurve(today, before);
  const day = dayOf(now);
  const isEmpty = drawing.today === '' && drawing.before === '';
  return (
    <Panel title={t('curve.title')} aside={nowText(site, day)}>
      {isEmpty ? (
        <Notice text={t('curve.none')} />
      ) : (
        <div className={styles.curve}>
          <svg viewBox={`0 -4 ${WIDTH} ${HEIGHT + 5}`} role="img" aria-label={t('curve.label', { day })}>
            <path d={drawing.area} className={styles.area} />
            <path d={drawing.before} className={styles.before} />
            <path d={drawing.today} />
            {drawing.now && <circle cx={drawing.now.x} cy={drawing.now.y} r={4.5} />}
            <line x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
          </svg>
          <p className={styles.hours} aria-hidden="true">
            {HOURS.map((hour) => (
              <span key={hour}>{hour}</span>
            ))}
          </p>
        </div>
      )}
      <Figures figures={site.figures} />
    </Panel>
  );
}

const FIGURES = [
  ['running', 'games'],
  ['waiting', 'people'],
  ['connections', 'plain'],
  ['finishedToday', 'games'],
  ['guestsToday', 'plain'],
  ['registrationsToday', 'plain'],
] as const;

function Figures({ figures }: { figures: SiteState['figures'] }) {
  return (
    <dl className={styles.figures}>
      {FIGURES.map(([name, unit]) => {
        const count = figures[name];
        return (
          <div key={name}>
            <dt>{t(`figure.${name}`)}</dt>
            <dd>{count === null ? '—' : t(`figure.${unit}`, { count })}</dd>
          </div>
        );
      })}
    </dl>
  );
}

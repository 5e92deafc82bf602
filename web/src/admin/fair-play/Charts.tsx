import type { FairPlay } from '../core/queries.ts';
import styles from './Charts.module.css';
import { barsOf, bellOf, usualAgreement } from './chart.ts';
import { t } from './texts.ts';

interface ChartsProps {
  figures: NonNullable<FairPlay['figures']>;
  peers: FairPlay['peers'];
}

const WIDTH = 250;
const HEIGHT = 88;
/** Over the curve, for its labels. */
const TOP = 30;
/** Labels nearer to the edges would be cut off. */
const EDGE = 34;

function percent(share: number): number {
  return Math.round(100 * share);
}

function inside(x: number): number {
  return Math.min(WIDTH - EDGE, Math.max(EDGE, x));
}

/** How often the person plays the engine's first choice, beside the persons of that strength. */
export function AgreementChart({ figures, peers }: ChartsProps) {
  const { agreement: own } = figures;
  const usual = usualAgreement(figures, peers);
  const { path, x, ticks } = bellOf(usual, own, { width: WIDTH, height: HEIGHT });
  const above = (own - usual.mean) / usual.deviation;
  return (
    <figure className={styles.chart}>
      <figcaption>
        <span>{t('agreement')}</span>
        <small>{above >= 0.5 ? t('above', { count: above.toFixed(1) }) : t('notAbove')}</small>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${TOP + HEIGHT + 18}`}
        role="img"
        aria-label={t('chart', { own: percent(own), peers: percent(usual.mean) })}
      >
        <g transform={`translate(0 ${TOP})`}>
          <path d={path} className={styles.bell} />
          <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} className={styles.axis} />
          <line x1={x(usual.mean)} x2={x(usual.mean)} y1="0" y2={HEIGHT} className={styles.mean} />
          <line x1={x(own)} x2={x(own)} y1="4" y2={HEIGHT} className={styles.own} />
          <circle cx={x(own)} cy="4" r="4.5" className={styles.dot} />
          <text x={inside(x(usual.mean))} y="-8" className={styles.label}>
            {t('peerShare', { share: percent(usual.mean) })}
          </text>
          <text
            x={inside(x(own))}
            y={Math.abs(x(own) - x(usual.mean)) < 70 ? -20 : -8}
            className={styles.value}
          >
            {t('share', { share: percent(own) })}
          </text>
          {ticks.map((share) => (
            <text
              key={share}
              x={Math.min(WIDTH - 12, Math.max(10, x(share)))}
              y={HEIGHT + 15}
              className={styles.label}
            >
              {t('share', { share: percent(share) })}
            </text>
          ))}
        </g>
      </svg>
    </figure>
  );
}

const BAR = WIDTH / 13;

/** How long the person's decisions take, beside those of others. */
export function TimesChart({ figures, peers }: ChartsProps) {
  const { own, peers: others } = barsOf(figures.times, peers?.times ?? null);
  const hasTimes = figures.times.some((share) => share > 0);
  return (
    <figure className={styles.chart}>
      <figcaption>
        <span>{t('times')}</span>
        <small className={styles.legend}>
          <i data-own />
          {t('own')}
          {others && (
            <>
              <i />
              {t('peers')}
            </>
          )}
        </small>
      </figcaption>
      {hasTimes ? (
        <svg viewBox={`0 0 ${WIDTH} ${TOP + HEIGHT + 18}`} role="img" aria-label={t('timesChart')}>
          <g transform={`translate(0 ${TOP})`}>
            {others?.map((height, second) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a bar stands for its second
                key={second}
                x={second * BAR + 1}
                width={BAR - 2}
                y={HEIGHT * (1 - height)}
                height={HEIGHT * height}
                className={styles.peerBar}
              />
            ))}
            {own.map((height, second) => (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a bar stands for its second
                key={second}
                x={second * BAR + 5}
                width={BAR - 10}
                y={HEIGHT * (1 - height)}
                height={HEIGHT * height}
                className={styles.ownBar}
              />
            ))}
            <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} className={styles.axis} />
            {[0, 3, 6, 9].map((second) => (
              <text key={second} x={second * BAR + 4} y={HEIGHT + 15} className={styles.label}>
                {second}
              </text>
            ))}
            <text x={WIDTH} y={HEIGHT + 15} className={styles.last}>
              {t('seconds', { count: '12+' })}
            </text>
          </g>
        </svg>
      ) : (
        <p className={styles.none}>{t('noTimes')}</p>
      )}
    </figure>
  );
}

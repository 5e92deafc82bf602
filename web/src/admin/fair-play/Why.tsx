import { serverNow } from '../../client/time.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Marks.tsx';
import { toast } from '../../ui/toast-store.ts';
import { api } from '../core/api.ts';
import type { FairPlay } from '../core/queries.ts';
import { useAction } from '../core/query.ts';
import { whenText } from '../core/time-text.ts';
import { Notice } from '../parts/Notice.tsx';
import { Panel } from '../parts/Panel.tsx';
import { AgreementChart, TimesChart } from './Charts.tsx';
import { DismissForm } from './DismissForm.tsx';
import styles from './FairPlay.module.css';
import { t } from './texts.ts';

type Figures = NonNullable<FairPlay['figures']>;

function percent(share: number): string {
  return t('share', { share: Math.round(100 * share) });
}

function noteOf({ figures, peers }: FairPlay): string | undefined {
  if (figures === null) return undefined;
  const games = figures.games.length;
  return peers ? t('note', { games, people: peers.people }) : t('noteAlone', { games });
}

/** Why a person is flagged: the words, and figures beside those of others of the same strength. */
export function Why({ userId, found }: { userId: string; found: FairPlay }) {
  const { flags, figures, peers } = found;
  const open = flags.filter(({ dismissed }) => dismissed === null);
  const score = Math.max(0, ...open.map((flag) => flag.score));
  return (
    <Panel
      title={t(open.length > 0 ? 'why' : 'figures')}
      note={noteOf(found)}
      aside={
        <>
          {open.length > 0 && <Chip tone="red">{t('score', { score })}</Chip>}
          <CheckButton userId={userId} found={found} />
        </>
      }
    >
      <Flags userId={userId} flags={flags} />
      {figures ? (
        <>
          <div className={styles.charts}>
            <AgreementChart figures={figures} peers={peers} />
            <TimesChart figures={figures} peers={peers} />
          </div>
          <Four found={found} figures={figures} />
          <Phases figures={figures} />
        </>
      ) : (
        flags.length === 0 && <Notice text={t('unchecked')} />
      )}
    </Panel>
  );
}

function CheckButton({ userId, found: { check, figures } }: { userId: string; found: FairPlay }) {
  const { run, isRunning } = useAction({
    call: (_: null) => api.checkPerson({ params: { userId } }),
    done: () => toast.success(t('asked')),
  });
  return (
    <Button small busy={isRunning} disabled={check !== 'none'} onClick={() => run(null)}>
      {check === 'none' ? t(figures ? 'checkAgain' : 'check') : t(check)}
    </Button>
  );
}

function Flags({ userId, flags }: { userId: string; flags: FairPlay['flags'] }) {
  const now = serverNow();
  if (flags.length === 0) return null;
  return (
    <ul className={styles.flags}>
      {flags.map(({ kind, text, dismissed }) => (
        <li key={kind} data-dismissed={dismissed !== null}>
          <Chip tone={dismissed ? 'default' : 'red'}>{t(`kind.${kind}`)}</Chip>
          <p>
            {text}
            {dismissed && (
              <small>
                {t('dismissedBy', {
                  by: dismissed.by,
                  at: whenText(dismissed.at, now),
                  reason: dismissed.reason,
                })}
              </small>
            )}
          </p>
          {!dismissed && <DismissForm userId={userId} kind={kind} />}
        </li>
      ))}
    </ul>
  );
}

interface FourProps {
  found: FairPlay;
  figures: Figures;
}

/** Mistakes, variation of time, quick hard moves, reporters. */
function Four({ found: { peers, reporters }, figures }: FourProps) {
  const secondsText = (value: number | null | undefined) =>
    value == null ? null : t('seconds', { count: value.toFixed(1) });
  const shareText = (value: number | null | undefined) => (value == null ? null : percent(value));
  const rows = [
    ['mistakes', figures.mistakes.toFixed(1), peers?.mistakes.toFixed(1)],
    ['spread', secondsText(figures.spread), secondsText(peers?.spread)],
    ['quick', shareText(figures.quick), shareText(peers?.quick)],
  ] as const;
  return (
    <dl className={styles.four}>
      {rows.map(([name, own, other]) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>{own ?? t('unknown')}</dd>
          <dd>{other == null ? t('noPeers') : t('peerValue', { value: other })}</dd>
        </div>
      ))}
      <div>
        <dt>{t('reported')}</dt>
        <dd>{t('reporters', { count: reporters })}</dd>
        <dd>{t('byDifferent')}</dd>
      </div>
    </dl>
  );
}

/** By phase, and earlier games of the person. */
function Phases({ figures: { phases, past, evidence, error, behind } }: { figures: Figures }) {
  return (
    <div className={styles.phases}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('phaseTitle')}</th>
            <th scope="col">{t('decisions')}</th>
            <th scope="col">{t('agreement')}</th>
            <th scope="col">{t('expected')}</th>
            <th scope="col">{t('loss')}</th>
          </tr>
        </thead>
        <tbody>
          {phases.map(({ phase, decisions, agreement, expected, meanLoss }) => (
            <tr key={phase}>
              <th scope="row">{t(`phase.${phase}`)}</th>
              <td>{decisions}</td>
              <td>{percent(agreement)}</td>
              <td>{percent(expected)}</td>
              <td>{Math.round(meanLoss)}</td>
            </tr>
          ))}
          {past && (
            <tr>
              <th scope="row">{t('past', { games: past.games })}</th>
              <td />
              <td>{percent(past.agreement)}</td>
              <td />
              <td>{Math.round(past.meanLoss)}</td>
            </tr>
          )}
        </tbody>
      </table>
      <small>
        {t('evidence', { value: evidence.toFixed(1), error: error.toFixed(1), behind: behind.toFixed(1) })}
      </small>
    </div>
  );
}

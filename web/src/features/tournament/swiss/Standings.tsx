import {
  type RoundCell,
  STANDINGS_PAGE,
  type StandingsRow,
  type TournamentDetails,
} from '@doushouqi/protocol';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useSession } from '../../../client/session.ts';
import { progressOf } from '../../../shared/ratings/progress.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { Emblem } from '../../../ui/Emblem.tsx';
import { BotChip, Chip } from '../../../ui/Marks.tsx';
import { MEDIA } from '../../../ui/media.ts';
import { Pager } from '../../../ui/Pager.tsx';
import { Rank } from '../../../ui/Rank.tsx';
import { useMedia } from '../../../ui/use-browser.ts';
import { overviewRows, type Standings as StandingsState } from '../use-standings.ts';
import { CellMark } from './CellMark.tsx';
import { Nothing } from './Nothing.tsx';
import styles from './Standings.module.css';
import { shownRounds } from './state.ts';
import { t } from './texts.ts';

/** First rows of the overview: as many as leave room for the own row. */
const FIRST = { desktop: 12, phone: 8 } as const;
interface StandingsProps {
  details: TournamentDetails;
  standings: StandingsState;
}

/** The standings of a Swiss: rounds, score and tie-break. The viewer's row is always among them. */
export function Standings({ details, standings }: StandingsProps) {
  const { name, own, round } = details;
  const { page, around, from, setFrom } = standings;
  const [isWhole, setWhole] = useState(false);
  const isPhone = useMedia(MEDIA.phone);
  const { data } = page;
  if (!data) return <Nothing query={page} what="table" />;
  const ownRank = own?.rank ?? null;
  const first = FIRST[isPhone ? 'phone' : 'desktop'];
  const parts =
    isWhole || from > 0
      ? { first: data.rows, own: [] }
      : overviewRows(data.rows, around.data?.rows ?? [], ownRank, first);
  const isOverview = parts.own.length > 0 || (!isWhole && parts.first.length < data.total);
  const rounds = shownRounds(details, isPhone);
  const show = (at: number): void => {
    setWhole(true);
    setFrom(at);
  };
  return (
    <>
      <div className={styles.scroller}>
        <table className={styles.table} aria-label={t('table.label', { name })}>
          <thead>
            <tr>
              <th scope="col">{t('table.rank')}</th>
              <th scope="col">{t('table.player')}</th>
              {rounds.map((one) => (
                <th key={one} scope="col" className={styles.round} data-now={one === round || undefined}>
                  <span className="visually-hidden">{t('table.round', { round: one })}</span>
                  <span aria-hidden="true">{one}</span>
                </th>
              ))}
              <th scope="col">{t('table.points')}</th>
              <th scope="col">{t('table.buchholz')}</th>
            </tr>
          </thead>
          <tbody>
            {parts.first.map((row) => (
              <Row key={row.user._id} row={row} rounds={rounds} />
            ))}
            {parts.own.length > 0 && (
              <>
                <tr className={styles.gap}>
                  <td colSpan={rounds.length + 4}>…</td>
                </tr>
                {parts.own.map((row) => (
                  <Row key={row.user._id} row={row} rounds={rounds} />
                ))}
              </>
            )}
          </tbody>
        </table>
      </div>
      <footer className={styles.foot}>
        <p title={t('table.note')}>{t(isPhone ? 'table.noteShort' : 'table.note')}</p>
        {isOverview ? (
          <Button small tone="quiet" className={styles.all} onClick={() => show(0)}>
            {t('table.all', { count: data.total })}
          </Button>
        ) : (
          <Pager
            page={Math.floor(from / STANDINGS_PAGE) + 1}
            total={Math.ceil(data.total / STANDINGS_PAGE)}
            onPage={(number) => show((number - 1) * STANDINGS_PAGE)}
            label={t('table.pages')}
          />
        )}
        {isWhole && ownRank !== null && data.total > first && (
          <Button
            small
            tone="quiet"
            onClick={() => {
              setWhole(false);
              setFrom(0);
            }}
          >
            {t('table.own')}
          </Button>
        )}
      </footer>
    </>
  );
}

function tiesText({ buchholzCut, buchholz, sonnebornBerger, wins }: NonNullable<StandingsRow['tieBreaks']>) {
  const [cut, whole, sonneborn] = [buchholzCut, buchholz, sonnebornBerger].map(String);
  return t('table.ties', { cut: cut!, whole: whole!, sonneborn: sonneborn!, wins });
}

function Row({ row, rounds }: { row: StandingsRow; rounds: readonly number[] }) {
  const { rank, user, rating, status, points, cells = [], tieBreaks } = row;
  const isMine = useSession((state) => state.user?._id === user._id);
  const cellOf = (round: number): RoundCell | 'coming' => cells[round - 1] ?? 'coming';
  return (
    <tr
      className={cx(isMine && styles.mine, status !== 'active' && styles.away)}
      aria-current={isMine || undefined}
    >
      <td className={styles.rank}>
        <Rank rank={rank} />
      </td>
      <th scope="row" className={styles.player}>
        <span>
          <Avatar file={user.avatar} size={32} />
          <Link to={`/player/${user._id}`} title={user.nickname}>
            {user.nickname}
          </Link>
          {user.isBot ? (
            <BotChip avatar={user.avatar} />
          ) : (
            <Emblem level={progressOf(rating).order} size={24} className={styles.level} />
          )}
          {isMine && <Chip className={styles.me}>{t('table.me')}</Chip>}
          {status !== 'active' && <span className={styles.status}>{t(`table.status.${status}`)}</span>}
        </span>
      </th>
      {rounds.map((round) => (
        <td key={round} className={styles.round}>
          <CellMark cell={cellOf(round)} round={round} />
        </td>
      ))}
      <td className={styles.points}>{points}</td>
      <td className={styles.ties} title={tieBreaks && tiesText(tieBreaks)}>
        {tieBreaks?.buchholzCut ?? ''}
      </td>
    </tr>
  );
}

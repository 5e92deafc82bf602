import themes from 'virtual:board-themes';
import { parseFen } from '@doushouqi/rules';
import { type ReactNode, useState } from 'react';
import { SmallBoard } from '../../board/SmallBoard.tsx';
import { boardPieces } from '../../game/board-model.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { CaseRecord } from '../core/queries.ts';
import { measureText } from '../decision/measures.ts';
import { t as decisionText } from '../decision/texts.ts';
import type { Decision } from '../decision/use-decision.ts';
import { Check } from '../parts/fields.tsx';
import { Panel } from '../parts/Panel.tsx';
import styles from './EvidencePanel.module.css';
import { type Evidence, roundOf } from './evidence.ts';
import { Lines } from './Lines.tsx';
import { Reporters } from './Reporters.tsx';
import { t } from './texts.ts';

interface EvidencePanelProps {
  evidence: Evidence;
  /** Null: the operator has not claimed the case. */
  decision: Decision | null;
  precedents: CaseRecord['precedents'];
}

function titleOf({ kind, roomId, tournament }: Evidence): string {
  if (kind !== 'line') return t(`evidence.${kind}`);
  if (tournament !== null) return t('evidence.tournament');
  return t(roomId === null ? 'evidence.lobby' : 'evidence.room');
}

/** Returns where it happened: a room by its number, a tournament as a link to it. */
function placeOf({ roomId, tournament }: Evidence): ReactNode {
  if (tournament === null) return roomId === null ? undefined : t('roomNumber', { room: roomId });
  return (
    <a href={`/tournament/${tournament.id}`} target="_blank" rel="noopener">
      {tournament.name ?? tournament.id}
    </a>
  );
}

/** One part of the evidence: lines with what was said around them, the board of that moment, who reported it. */
export function EvidencePanel({ evidence, decision, precedents }: EvidencePanelProps) {
  const { kind, roomId, gameId, reports, lines } = evidence;
  const [chosen, setChosen] = useState<string | null>(null);
  const withBoard = lines.filter(({ report }) => report?.fen);
  const line = withBoard.find(({ report }) => report?.id === chosen) ?? withBoard.at(-1) ?? null;
  const fen = line?.report?.fen ?? reports.find((report) => report.fen !== null)?.fen ?? null;
  return (
    <Panel
      title={titleOf(evidence)}
      note={placeOf(evidence)}
      aside={decision && <Include evidence={evidence} decision={decision} />}
    >
      {lines.length > 0 ? (
        <Lines lines={lines} shown={line?.report?.id ?? null} onShow={setChosen} />
      ) : (
        <Content evidence={evidence} />
      )}
      {kind === 'message' && (
        <p className={styles.privacy}>
          <Icon name="lock-key" />
          {t(lines.length > reports.length ? 'privacy' : 'noConversation')}
        </p>
      )}
      <div className={styles.below}>
        {fen !== null && (
          <BoardThen fen={fen} ply={(line ?? reports[0]?.quote)?.ply} roomId={roomId} gameId={gameId} />
        )}
        <div className={styles.reporters}>
          <Reporters reports={reports} />
          {precedents.length > 0 && <Precedents precedents={precedents} />}
        </div>
      </div>
    </Panel>
  );
}

/** A name or a picture at the time of the report; a reported game has its board. */
function Content({ evidence: { kind, reports } }: { evidence: Evidence }) {
  const content = reports[0]?.quote.content ?? '';
  if (content === '') return null;
  return (
    <div className={styles.content}>{kind === 'avatar' ? <Avatar file={content} size={56} /> : content}</div>
  );
}

/** Whether the decision counts these reports. */
function Include({ evidence: { reports }, decision }: { evidence: Evidence; decision: Decision }) {
  const ids = reports.map(({ id }) => id);
  const left = decision.left.filter((id) => !ids.includes(id));
  return (
    <Check
      checked={!ids.every((id) => decision.left.includes(id))}
      onChange={(isIn) => decision.change({ left: isIn ? left : [...left, ...ids] })}
    >
      {t('include')}
    </Check>
  );
}

interface BoardThenProps {
  fen: string;
  ply: number | undefined;
  roomId: string | null;
  gameId: string | null;
}

/** The board at the time of a line. */
function BoardThen({ fen, ply, roomId, gameId }: BoardThenProps) {
  const position = parseFen(fen);
  return (
    <figure className={styles.board}>
      <SmallBoard
        theme={themes.default}
        label={t('board')}
        pieces={position.ok ? boardPieces(position.value) : []}
      />
      <figcaption>
        {ply !== undefined && t('boardAt', { round: roundOf(ply) })}
        {gameId !== null ? (
          <a href={`/analysis?game=${encodeURIComponent(gameId)}`} target="_blank" rel="noopener">
            {t('record')}
          </a>
        ) : (
          roomId !== null && (
            <a href={`/play/room/${encodeURIComponent(roomId)}`} target="_blank" rel="noopener">
              {t('watch')}
            </a>
          )
        )}
      </figcaption>
    </figure>
  );
}

/** What was decided for others, most frequent first. */
function Precedents({ precedents }: { precedents: CaseRecord['precedents'] }) {
  const list = precedents
    .slice(0, 3)
    .map(({ kind, hours, count }) =>
      decisionText('precedent', { what: measureText({ kind, hours }), count }),
    );
  return (
    <p className={styles.precedents}>
      <Icon name="info" />
      {`${decisionText('earlier')}：${list.join('，')}`}
    </p>
  );
}

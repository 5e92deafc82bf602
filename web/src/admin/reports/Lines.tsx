import { cx } from '../../ui/cx.ts';
import { type EvidenceLine, roundOf } from './evidence.ts';
import styles from './Lines.module.css';
import { t } from './texts.ts';

interface LinesProps {
  lines: readonly EvidenceLine[];
  /** Id of the report whose board is shown. */
  shown: string | null;
  onShow: (report: string) => void;
}

const CLOCK = new Intl.DateTimeFormat('zh-CN', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** Lines of a conversation with time and round; reported ones stand out. */
export function Lines({ lines, shown, onShow }: LinesProps) {
  const hasRounds = lines.some(({ ply }) => ply !== undefined);
  return (
    <ol className={styles.lines} aria-label={t('lines')} data-rounds={hasRounds}>
      {lines.map((line) => (
        <li
          key={`${line.at} ${line.fromId} ${line.content}`}
          className={cx(line.report !== null && styles.reported)}
        >
          <time>{CLOCK.format(line.at)}</time>
          {hasRounds && <Round line={line} isShown={line.report?.id === shown} onShow={onShow} />}
          <span className={styles.name}>{line.nickname}</span>
          <span className={styles.words}>
            {line.content}
            {line.report && <span className="visually-hidden">{t('reportedLine')}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}

interface RoundProps {
  line: EvidenceLine;
  isShown: boolean;
  onShow: (report: string) => void;
}

/** The round of a line; a button where the board of that moment is known. */
function Round({ line: { ply, report }, isShown, onShow }: RoundProps) {
  if (ply === undefined) return <span />;
  const round = roundOf(ply);
  const text = t('round', { round });
  if (!report?.fen) return <span className={styles.round}>{text}</span>;
  return (
    <button
      type="button"
      className={styles.round}
      aria-pressed={isShown}
      aria-label={t('showBoard', { round })}
      onClick={() => onShow(report.id)}
    >
      {text}
    </button>
  );
}

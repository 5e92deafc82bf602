import type { WireTournamentKind } from '@doushouqi/protocol';
import { MEDIA } from '../../../ui/media.ts';
import { useMedia } from '../../../ui/use-browser.ts';
import { TournamentIcon } from '../TournamentIcon.tsx';
import styles from './KindChoice.module.css';
import { t } from './texts.ts';

interface KindChoiceProps {
  value: WireTournamentKind;
  /** Absent: the kind is fixed. */
  onChange: ((kind: WireTournamentKind) => void) | undefined;
}

const KINDS = [
  ['arena', 'fire'],
  ['swiss', 'arrows-left-right'],
] as const;

/** 擂台 or 瑞士制. */
export function KindChoice({ value, onChange }: KindChoiceProps) {
  const isPhone = useMedia(MEDIA.phone);
  return (
    <fieldset className={styles.kinds}>
      <legend className="visually-hidden">{t('kind.legend')}</legend>
      {KINDS.map(([kind, icon]) => (
        <label key={kind} title={onChange ? undefined : t('kind.fixed')}>
          <input
            type="radio"
            name="kind"
            checked={kind === value}
            disabled={!onChange && kind !== value}
            onChange={() => onChange?.(kind)}
          />
          <span className={styles.kind}>
            <TournamentIcon name={icon} />
            <span>
              <b>{t(`kind.${kind}`)}</b>
              <small>{t(`kind.${kind}${isPhone ? 'Short' : 'Text'}`)}</small>
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

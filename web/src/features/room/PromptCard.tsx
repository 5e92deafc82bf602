import { PROMPT_GRACE } from '@doushouqi/protocol';
import type { OfferKind } from '@doushouqi/room';
import { useState } from 'react';
import { attempt } from '../../client/attempt.ts';
import type { Offers } from '../../game/controller.ts';
import { attemptRated } from '../../shared/pairing/attempt-rated.ts';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { useGrace } from '../../ui/use-countdown.ts';
import { offerName, type Prompt } from './online/offers.ts';
import styles from './PromptCard.module.css';
import { t } from './texts.ts';

const ICONS: Record<OfferKind, IconName> = {
  draw: 'handshake',
  undo: 'arrow-counter-clockwise',
  reset: 'arrows-clockwise',
};

interface PromptCardProps {
  offers: Offers;
  prompt: Prompt;
  /** Who asks. */
  by: string;
  /** The game is over: a reset is a rematch. */
  over: boolean;
}

/**
 * The opponent's question. It lies beside the board, takes no focus, and is deaf for its first moment, so that no
 * tap and no key meant for something else answers it.
 */
export function PromptCard({ offers, prompt, by, over }: PromptCardProps) {
  const layout = useTableLayout();
  const isRow = layout === 'phone';
  const isShort = isRow || layout === 'upright';
  const ready = useGrace(prompt.id, PROMPT_GRACE);
  const [busy, setBusy] = useState(false);
  const name = offerName(prompt.kind, over);
  const answer = async (accept: boolean): Promise<void> => {
    if (!ready || busy) return;
    setBusy(true);
    await attemptRated(offers.answer(prompt.kind, accept), t('actionFailed'));
    setBusy(false);
  };
  return (
    <div
      role="alertdialog"
      aria-label={t(`prompt.${name}.ask`, { name: by })}
      className={cx(styles.card, isRow && styles.row)}
      data-question
      data-ready={ready}
    >
      <p className={styles.title}>
        {!isRow && <Icon name={ICONS[prompt.kind]} />}
        <span>{isShort ? t(`prompt.${name}.asks`) : t(`prompt.${name}.ask`, { name: by })}</span>
      </p>
      <div className={styles.answers}>
        <Button aria-disabled={!ready || busy} onClick={() => void answer(false)}>
          {t(`prompt.${name}.reject`)}
        </Button>
        <Button
          tone="jade"
          aria-label={t(`prompt.${name}.accept`)}
          aria-disabled={!ready || busy}
          onClick={() => void answer(true)}
        >
          {t(`prompt.${name}.${isRow ? 'yes' : 'accept'}`)}
        </Button>
      </div>
    </div>
  );
}

interface WaitingNoteProps {
  offers: Offers;
  kind: OfferKind;
  over: boolean;
}

/** The own question, until it is answered or taken back. */
export function WaitingNote({ offers, kind, over }: WaitingNoteProps) {
  return (
    <div role="status" className={styles.waiting}>
      <Icon name="hourglass-medium" />
      <span>{t(`offer.sent.${offerName(kind, over)}`)}</span>
      <Button small tone="quiet" onClick={() => void attempt(offers.withdraw(kind), t('actionFailed'))}>
        {t('offer.withdraw')}
      </Button>
    </div>
  );
}

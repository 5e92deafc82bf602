import { POLICIES, PROMPT_GRACE } from '@doushouqi/protocol';
import { drawOffersLeft, mayReset, mayUndo, type OfferKind } from '@doushouqi/room';
import { Suspense, useState } from 'react';
import { attempt } from '../../client/attempt.ts';
import type { Offers } from '../../game/controller.ts';
import { attemptRated } from '../../shared/pairing/attempt-rated.ts';
import { Action, ActionRow } from '../../shared/table/TableActions.tsx';
import { t as tableText } from '../../shared/table/texts.ts';
import { useTableLayout } from '../../shared/table/use-table-layout.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { useGrace } from '../../ui/use-timers.ts';
import { useUnread } from './Chat.tsx';
import { abortWarning, mayCancel } from './canceling.ts';
import { offerName, type Prompt } from './online/offers.ts';
import type { OnlineGame } from './online/online-game.ts';
import styles from './PromptCard.module.css';
import { t } from './texts.ts';
import { useAsk, useCooldown, useIsAsking } from './use-offers.ts';
import { isCorrespondence, type OpenRoom, useOnline, useQuestion, useRoom, userOf } from './use-open-room.ts';

const NextGame = lazyPart(async () => ({ default: (await import('./correspondence.ts')).NextGame }));

const OFFERS: readonly OfferKind[] = ['undo', 'draw', 'reset'];

/** The own offers that wait for an answer. */
export function OwnOffers({ game, isWatching, isOver }: OpenRoom) {
  return !isWatching && OFFERS.map((kind) => <OwnOffer key={kind} {...{ game, kind, isOver }} />);
}

interface OwnOfferProps {
  game: OnlineGame;
  kind: OfferKind;
  isOver: boolean;
}

function OwnOffer({ game, kind, isOver }: OwnOfferProps) {
  return useIsAsking(game, kind) && <WaitingNote offers={game.offers} kind={kind} over={isOver} />;
}

/** The opponent's offer. */
export function Question({ open, prompt }: { open: OpenRoom; prompt: Prompt }) {
  const { game, isOver } = open;
  const players = useRoom(game, ({ header }) => header.players);
  const asker = userOf(open, { players }, prompt.by);
  return (
    <PromptCard
      offers={game.offers}
      prompt={prompt}
      by={asker?.nickname ?? tableText('bar.unknown')}
      over={isOver}
    />
  );
}

/** A player's actions besides moving. In landscape they include opening the chat; the rail offers another game. */
export function RoomActions({ open }: { open: OpenRoom }) {
  const { game, table, isStaking, isOver, onLeave } = open;
  const ask = useAsk(game);
  const isLandscape = useTableLayout() === 'landscape';
  const policy = POLICIES[useRoom(game, ({ header }) => header.kind)];
  const hasDays = useRoom(game, isCorrespondence);
  const allowsUndo = useRoom(game, ({ header }) => mayUndo(header));
  const isAsked = useRoom(game, ({ header }) => header.resetRequester !== null);
  // One button at a time: the result and the opponent's offer have their own.
  const isOffered = isOver ? !table.isResultOpen && !isAsked : !isLandscape && !hasDays;
  return (
    <ActionRow
      table={table}
      before={
        isStaking && (
          <>
            {allowsUndo && <CooldownButton {...{ game, ask }} kind="undo" icon="arrow-counter-clockwise" />}
            <Draw {...{ game, ask }} />
            <Surrender game={game} />
          </>
        )
      }
      after={
        <>
          {isOffered && mayReset(policy, isOver) && <Reset {...{ game, ask, isOver }} />}
          {hasDays && isStaking && (
            <Suspense>
              <NextGame roomId={open.roomId} />
            </Suspense>
          )}
          {isOver && <Action icon="sign-out" label={t('actions.leave')} onClick={onLeave} />}
          {isLandscape && <ChatAction {...open} />}
        </>
      }
    />
  );
}

function ChatAction(open: OpenRoom) {
  const { isChatOpen, setChatOpen } = open;
  const unread = useUnread(open, isChatOpen);
  return (
    <Action
      icon="chat-circle-dots"
      label={t('chat.short')}
      news={unread ? t('chat.news') : undefined}
      pressed={isChatOpen}
      onClick={() => setChatOpen(!isChatOpen)}
    />
  );
}

interface OfferProps {
  game: OnlineGame;
  ask: ReturnType<typeof useAsk>;
}

/** A button with a cooldown of 30 s; the label shows the seconds left. */
function CooldownButton({
  game,
  kind,
  icon,
  ask,
  name,
  title,
  disabled = false,
}: OfferProps & { kind: OfferKind; icon: IconName; name?: string; title?: string; disabled?: boolean }) {
  const what = name ?? t(`actions.${kind}`);
  const cooldown = useCooldown(game, kind);
  const isAsking = useIsAsking(game, kind);
  const label = cooldown > 0 ? t('offer.seconds', { seconds: cooldown }) : what;
  return (
    <Action
      icon={icon}
      label={label}
      name={what}
      title={title}
      disabled={disabled || isAsking}
      resting={cooldown > 0}
      onClick={() => void ask(kind)}
    />
  );
}

/** Some room kinds limit the number of offers. */
function Draw({ game, ask }: OfferProps) {
  const own = useOnline(game, (state) => state.own);
  const left = useRoom(game, ({ header }) => own && drawOffersLeft(header, own));
  const isAsked = useRoom(game, ({ header }) => header.drawRequester !== null);
  const title = left === null ? {} : { title: t('offer.drawsLeft', { count: left }) };
  return (
    <CooldownButton
      {...{ game, ask, ...title }}
      kind="draw"
      icon="handshake"
      disabled={left === 0 && !isAsked}
    />
  );
}

function Reset({ game, ask, isOver }: OfferProps & { isOver: boolean }) {
  const isGone = useRoom(game, ({ header }) => header.departed.length > 0);
  const name = t(isOver ? 'rematch.again' : 'actions.reset');
  return <CooldownButton {...{ game, ask, name }} kind="reset" icon="arrows-clockwise" disabled={isGone} />;
}

/** Before the own first move of a paired game it only aborts the game. */
function Surrender({ game }: { game: OnlineGame }) {
  const own = useOnline(game, (state) => state.own);
  const isEarly = useRoom(game, (room) => mayCancel(room, own));
  const label = t(isEarly ? 'abort.action' : 'actions.surrender');
  const message = useRoom(game, (room) => (isEarly ? abortWarning(room) : t('surrender.message')));
  const question = useQuestion(true, isEarly);
  const [busy, setBusy] = useState(false);
  const surrender = async (): Promise<void> => {
    const agreed = await question({
      title: t(isEarly ? 'abort.title' : 'surrender.title'),
      message,
      confirmText: label,
      ...(isEarly && { cancelText: t('abort.stay') }),
    });
    if (!agreed) return;
    setBusy(true);
    await attempt(game.commands.surrender(), t('actionFailed'));
    setBusy(false);
  };
  return (
    <Action
      icon={isEarly ? 'x' : 'flag'}
      label={label}
      title={isEarly ? t('abort.hint') : undefined}
      danger
      disabled={busy}
      onClick={() => void surrender()}
    />
  );
}

const ICONS: Record<OfferKind, IconName> = {
  draw: 'handshake',
  undo: 'arrow-counter-clockwise',
  reset: 'arrows-clockwise',
};

interface PromptCardProps {
  offers: Offers;
  prompt: Prompt;
  /** Nickname of the player who offers. */
  by: string;
  /** The game is over: a reset is a rematch. */
  over: boolean;
}

/**
 * The opponent's offer. It lies beside the board, takes no focus and ignores input for its first moment, so that no
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

/** The own offer, until it is answered or withdrawn. */
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

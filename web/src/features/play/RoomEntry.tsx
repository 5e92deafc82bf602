import { type FormEvent, Suspense, useRef, useState } from 'react';
import { t as appText } from '../../client/texts.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { type JoinAction, useJoin } from '../../shared/rooms/use-join.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { FACES } from '../../ui/faces.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { NUMBER_FIELD, roomNumberError } from './entry.ts';
import styles from './RoomEntry.module.css';
import { t } from './texts.ts';

interface JoinFormProps {
  busy: JoinAction | undefined;
  onJoin: (roomId: string) => void;
}

function JoinForm({ busy, onJoin }: JoinFormProps) {
  const input = useRef<HTMLInputElement>(null);
  const [number, setNumber] = useState('');
  const [checked, setChecked] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (roomNumberError(number)) return input.current?.focus();
    onJoin(number.trim());
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Field
        ref={input}
        label={t('entry.number')}
        placeholder={t('entry.placeholder')}
        hint={t('entry.rule')}
        error={checked ? roomNumberError(number) : undefined}
        icon="door"
        value={number}
        {...NUMBER_FIELD}
        onChange={(event) => setNumber(event.target.value)}
      />
      <Button type="submit" wide busy={busy === 'join'} disabled={busy === 'create'}>
        {t('entry.join')}
      </Button>
    </form>
  );
}

const NewRoomDialog = lazyPart(() => import('../../shared/rooms/NewRoomDialog.tsx'));

/** Creates a room, or joins one by its number. */
export default function RoomEntry() {
  const { busy, join, create } = useJoin();
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <title>{`${t('entry.title')} · ${appText('name')}`}</title>
      <PageHeader back="/play" backLabel={t('title')} title={t('entry.title')} />
      <main className={styles.main}>
        <Card framed className={styles.card}>
          <span className={styles.hill} aria-hidden="true">
            <img src={FACES.dog} alt="" width={104} height={104} />
          </span>
          <p className={styles.lead}>{t('entry.lead')}</p>
          <Button
            tone="primary"
            icon="dice-five"
            wide
            busy={busy === 'create'}
            disabled={busy === 'join'}
            onClick={() => create()}
          >
            {t('entry.create')}
          </Button>
          <p className={styles.note}>{t('entry.createHint')}</p>
          <Button wide icon="gear-six" disabled={busy !== undefined} onClick={() => setChoosing(true)}>
            {t('entry.choose')}
          </Button>
          {isChoosing && (
            <Suspense fallback={null}>
              <NewRoomDialog onClose={() => setChoosing(false)} onCreate={create} />
            </Suspense>
          )}
          <p className={styles.or}>{t('entry.or')}</p>
          <JoinForm busy={busy} onJoin={join} />
        </Card>
      </main>
    </>
  );
}

import { type FormEvent, useRef, useState } from 'react';
import { t as appText } from '../../client/texts.ts';
import { PageHeader } from '../../shared/header/PageHeader.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { FACES } from '../../ui/faces.ts';
import { NUMBER_FIELD, roomNumberError } from './entry.ts';
import styles from './RoomEntry.module.css';
import { t } from './texts.ts';
import { type JoinAction, useJoin } from './use-join.ts';

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

/** Creates a room, or joins one by its number. */
export default function RoomEntry() {
  const { busy, join, create } = useJoin();
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
            onClick={create}
          >
            {t('entry.create')}
          </Button>
          <p className={styles.note}>{t('entry.createHint')}</p>
          <p className={styles.or}>{t('entry.or')}</p>
          <JoinForm busy={busy} onJoin={join} />
        </Card>
      </main>
    </>
  );
}

import { type FormEvent, useRef, useState } from 'react';
import { useJoin } from '../../shared/rooms/use-join.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { NUMBER_FIELD, roomNumberError } from './entry.ts';
import styles from './RoomForm.module.css';
import { t } from './texts.ts';

/** Opens a room from the play menu: a new one, or the one of the typed number. */
export default function RoomForm() {
  const { busy, join, create } = useJoin();
  const input = useRef<HTMLInputElement>(null);
  const [number, setNumber] = useState('');
  const [checked, setChecked] = useState(false);
  const isTyped = number.trim() !== '';
  const error = isTyped ? roomNumberError(number) : undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isTyped || busy) return;
    setChecked(true);
    if (!error) return join(number.trim());
    toast.error(error);
    input.current?.focus();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {/* Enter in the empty field creates no room. */}
      <Button
        small
        type={isTyped ? 'submit' : 'button'}
        busy={busy !== undefined}
        onClick={isTyped ? undefined : () => create()}
      >
        {t(isTyped ? 'entry.join' : 'entry.create')}
      </Button>
      <input
        ref={input}
        className={styles.input}
        aria-label={t('entry.number')}
        aria-invalid={(checked && error !== undefined) || undefined}
        placeholder={t('entry.number')}
        value={number}
        {...NUMBER_FIELD}
        onChange={(event) => setNumber(event.target.value)}
      />
    </form>
  );
}

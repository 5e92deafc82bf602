import { type ComponentPropsWithRef, useId, useState } from 'react';
import { IconButton } from './Button.tsx';
import { cx } from './cx.ts';
import styles from './Field.module.css';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-names.ts';
import { t } from './texts.ts';

interface FieldProps extends ComponentPropsWithRef<'input'> {
  label: string;
  /** Error message below the input; announced and linked to the input. */
  error?: string | undefined;
  /** Rules, shown while there is no error. */
  hint?: string | undefined;
  icon?: IconName;
  /** The value is right: a jade border and a check. */
  isGood?: boolean;
  /** A control at the right end, inside the frame. */
  trailing?: React.ReactNode;
}

/** A labeled input of 46 px with a message below. */
export function Field({ label, error, hint, icon, isGood, trailing, className, ...input }: FieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={className}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={cx(styles.frame, error !== undefined && styles.bad, isGood && styles.good)}>
        {icon && <Icon name={icon} className={styles.icon} />}
        <input
          {...input}
          id={id}
          className={styles.input}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={note ? `${id}-note` : undefined}
        />
        {isGood && <Icon name="check" />}
        {trailing}
      </div>
      <p id={`${id}-note`} className={error ? styles.error : styles.hint} role={error ? 'alert' : undefined}>
        {error && <Icon name="warning" />}
        {note}
      </p>
    </div>
  );
}

interface PasswordFieldProps extends FieldProps {
  /** Called when the password is shown or hidden. */
  onShownChange?: (shown: boolean) => void;
}

/** A password input with a button that shows the password. */
export function PasswordField({ onShownChange, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const toggle = () => {
    setShown(!shown);
    onShownChange?.(!shown);
  };
  return (
    <Field
      icon="lock-key"
      {...field}
      type={shown ? 'text' : 'password'}
      autoCapitalize="off"
      spellCheck={false}
      trailing={
        <IconButton
          icon={shown ? 'eye' : 'eye-closed'}
          label={t(shown ? 'hidePassword' : 'showPassword')}
          aria-pressed={shown}
          className={styles.eye}
          // The input stays focused: showing the password is no blur.
          onMouseDown={(event) => event.preventDefault()}
          onClick={toggle}
        />
      }
    />
  );
}

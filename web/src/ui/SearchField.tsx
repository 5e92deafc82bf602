import { IconButton } from './Button.tsx';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import styles from './SearchField.module.css';

interface SearchFieldProps {
  value: string;
  maxLength: number;
  label: string;
  placeholder: string;
  onChange: (text: string) => void;
  /** Label of the button that clears the search; absent while the search is empty. */
  clearLabel?: string | false;
  onClear: () => void;
  className?: string | undefined;
}

/** A search input with a button that clears it. */
export function SearchField(props: SearchFieldProps) {
  const { label, clearLabel, onChange, onClear, className, ...field } = props;
  return (
    <div className={cx(styles.field, className)}>
      <Icon name="magnifying-glass" />
      <input
        {...field}
        aria-label={label}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
      />
      {clearLabel && <IconButton icon="x" label={clearLabel} onClick={onClear} />}
    </div>
  );
}

import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { nextChoice } from './roving.ts';

interface ChoiceGridProps<T> {
  /** Subject of the choice, for screen readers. */
  label: string;
  items: readonly T[];
  nameOf: (item: T) => string;
  /** The current choice, which may be on another page. */
  current: T | undefined;
  /** A choice that is being stored. */
  pending?: T | undefined;
  onChoose: (item: T) => void;
  className?: string | undefined;
  itemClassName?: string | undefined;
  children: (item: T) => ReactNode;
}

/** Returns the number of columns, from the layout. */
function columnsOf(choices: readonly HTMLElement[]): number {
  return choices.filter((choice) => choice.offsetTop === choices[0]?.offsetTop).length;
}

/**
 * A choice of one picture, as radio buttons. Tab enters and leaves the grid, arrow keys move in it. Only Enter, Space
 * or
 * a press chooses, because each choice is stored.
 */
export function ChoiceGrid<T extends string>(props: ChoiceGridProps<T>) {
  const { label, items, current, pending, className, itemClassName } = props;
  const [walked, setWalked] = useState<T>();
  const reachable = [walked, current, items[0]].find((item) => item !== undefined && items.includes(item));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const choices = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')];
    const from = choices.indexOf(document.activeElement as HTMLElement);
    const to = nextChoice(event.key, from, { count: choices.length, columns: columnsOf(choices) });
    if (from < 0 || to === null || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    choices[to]?.focus();
  };
  return (
    <div role="radiogroup" aria-label={label} className={className} onKeyDown={onKeyDown}>
      {items.map((item) => (
        // biome-ignore lint/a11y/useSemanticElements: a radio input would choose with every arrow
        <button
          key={item}
          type="button"
          role="radio"
          aria-checked={item === current}
          aria-busy={item === pending || undefined}
          aria-label={props.nameOf(item)}
          tabIndex={item === reachable ? 0 : -1}
          className={itemClassName}
          onFocus={() => setWalked(item)}
          onClick={() => props.onChoose(item)}
        >
          {props.children(item)}
        </button>
      ))}
    </div>
  );
}

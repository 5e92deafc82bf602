import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toggleMode, useMode } from '../../client/mode.ts';
import { IconButton } from '../../ui/Button.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { t } from '../core/texts.ts';
import { useKeys } from '../core/use-keys.ts';
import styles from './Page.module.css';
import { Key } from './Panel.tsx';

interface PageProps {
  title: string;
  /** Follows the title: filters, a path, figures. */
  lead?: ReactNode;
  /** Before the switch of the mode. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of the console: its bar with title and search, and the content. */
export function Page({ title, lead, actions, children }: PageProps) {
  const mode = useMode();
  return (
    <>
      <title>{`${title} · ${t('name')}`}</title>
      <header className={styles.bar}>
        <h1>{title}</h1>
        <div className={styles.lead}>{lead}</div>
        <PeopleSearch />
        {actions}
        <IconButton
          icon={mode === 'dark' ? 'sun' : 'moon'}
          label={t(mode === 'dark' ? 'toLight' : 'toDark')}
          onClick={toggleMode}
        />
      </header>
      <main className={styles.content}>{children}</main>
    </>
  );
}

/** Finds persons from every page; the key `/` leads to it. */
function PeopleSearch() {
  const [name, setName] = useState('');
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  useKeys({ '/': () => input.current?.focus() });
  const search = (event: FormEvent): void => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '') return;
    setName('');
    void navigate(`/people?${new URLSearchParams({ name: wanted })}`);
  };
  return (
    <search>
      <form onSubmit={search} className={styles.search}>
        <Icon name="magnifying-glass" />
        <input
          ref={input}
          value={name}
          maxLength={64}
          aria-label={t('searchLabel')}
          placeholder={t('search')}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => event.key === 'Escape' && input.current?.blur()}
        />
        <Key>/</Key>
      </form>
    </search>
  );
}

interface FilterProps {
  isOn: boolean;
  count?: number | undefined;
  onPress: () => void;
  children: ReactNode;
}

/** One of several views of a list, with its count. */
export function Filter({ isOn, count, onPress, children }: FilterProps) {
  return (
    <button type="button" aria-pressed={isOn} className={styles.filter} onClick={onPress}>
      {children}
      {count !== undefined && <i>{count}</i>}
    </button>
  );
}

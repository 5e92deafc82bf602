import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './Button.module.css';
import { cx } from './cx.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-names.ts';
import { PawDots } from './Loading.tsx';

/** `primary` is red, one per view; `jade` accepts or sends; `danger` warns; `quiet` has no border. */
type Tone = 'default' | 'primary' | 'jade' | 'danger' | 'quiet';

interface Look {
  tone?: Tone;
  icon?: IconName;
  /** 36 px high; 44 px on phones. */
  small?: boolean;
  /** 50 px high, full width: the main action of a form. */
  wide?: boolean;
}

interface ButtonProps extends Look, ComponentPropsWithRef<'button'> {
  /** Work in progress: the label stays, a paw replaces the icon, presses are ignored. */
  busy?: boolean;
  children?: ReactNode;
}

function classesOf({ tone = 'default', small, wide }: Look, extra?: string) {
  return cx(styles.button, styles[tone], small && styles.small, wide && styles.wide, extra);
}

/** Prevents a press, also Enter in a form. A disabled button would lose the focus. */
function ignore(event: MouseEvent) {
  return event.preventDefault();
}

export function Button({ tone, icon, small, wide, busy, className, children, ...rest }: ButtonProps) {
  const look: Look = { ...(tone && { tone }), ...(small && { small }), ...(wide && { wide }) };
  return (
    <button
      type="button"
      {...rest}
      className={classesOf(look, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? ignore : rest.onClick}
    >
      {busy ? <PawDots /> : icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ tone, icon, small, wide, className, children, ...rest }: Look & LinkProps) {
  const look: Look = { ...(tone && { tone }), ...(small && { small }), ...(wide && { wide }) };
  return (
    <Link {...rest} className={classesOf(look, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  );
}

interface IconButtonProps extends ComponentPropsWithRef<'button'> {
  icon: IconName;
  /** Label for tooltips and screen readers. */
  label: string;
}

export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={cx(styles.iconButton, className)}
    >
      <Icon name={icon} />
    </button>
  );
}

type IconLinkProps = Pick<IconButtonProps, 'icon' | 'label'> & LinkProps;

/** A link that looks like an `IconButton`. */
export function IconLink({ icon, label, className, ...rest }: IconLinkProps) {
  return (
    <Link {...rest} title={label} aria-label={label} className={cx(styles.iconButton, className)}>
      <Icon name={icon} />
    </Link>
  );
}

/** The back link at the left of a header. */
export function BackLink(props: { to: string; label: string }) {
  return <IconLink icon="arrow-left" {...props} />;
}

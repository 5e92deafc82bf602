import { createPortal } from 'react-dom';
import { useStore } from 'zustand';
import { IconButton } from './Button.tsx';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-names.ts';
import styles from './ToastHost.module.css';
import { t } from './texts.ts';
import { hideToast, type ToastType, toastStore } from './toast-store.ts';

const ICONS: Record<ToastType, IconName> = {
  success: 'check',
  warning: 'warning',
  error: 'x',
  info: 'info',
};

/**
 * Host of the toast, a direct child of the body: a dialog hides the rest of the page from screen readers, but not
 * live
 * regions. Both regions are always present, because screen readers announce only changes inside a region.
 */
export function ToastHost() {
  const current = useStore(toastStore, (state) => state.current);
  const banner = current && (
    <div key={current.id} className={styles.toast} data-type={current.type}>
      <span className={styles.mark}>
        <Icon name={ICONS[current.type]} />
      </span>
      <span className={styles.text}>{current.text}</span>
      <IconButton
        icon="x"
        label={t('close')}
        className={styles.close}
        onClick={() => hideToast(current.id)}
      />
    </div>
  );
  const urgent = current?.type === 'error';
  return createPortal(
    <div className={styles.host}>
      <div role="status" aria-live="polite">
        {!urgent && banner}
      </div>
      <div role="alert" aria-live="assertive">
        {urgent && banner}
      </div>
    </div>,
    document.body,
  );
}

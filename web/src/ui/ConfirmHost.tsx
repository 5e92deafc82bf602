import { Suspense, useRef } from 'react';
import { useStore } from 'zustand';
import { confirmStore } from './confirm-store.ts';
import { lazyPart } from './lazy-part.ts';

const ConfirmDialog = lazyPart(() => import('./ConfirmDialog.tsx'), { worksOffline: true });

/** Host of the confirmation dialog, whose code loads with the first question. */
export function ConfirmHost() {
  const current = useStore(confirmStore, (state) => state.current);
  const asked = useRef(false);
  asked.current ||= current !== null;
  return <Suspense>{asked.current && <ConfirmDialog options={current} />}</Suspense>;
}

import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useMemo, useRef } from 'react';
import { RouterProvider } from 'react-router-dom';
import { ToastHost } from '../ui/ToastHost.tsx';
import styles from './App.module.css';
import { drafts } from './core/drafts.ts';
import { createQueries } from './core/query.ts';
import { useConsole } from './core/session.ts';
import { t } from './core/texts.ts';
import { LoginScreen } from './login/LoginScreen.tsx';

type Router = ComponentProps<typeof RouterProvider>['router'];

interface AppProps {
  createPages: () => Router;
}

/**
 * The console: the pages of an operator, or the login. Behind the login of an expired session the pages stay as they
 * are, for the same operator.
 */
export function App({ createPages }: AppProps) {
  const operatorId = useConsole(({ session }) => session?.userId ?? null);
  const isExpired = useConsole((state) => state.isExpired);
  const isLoginAsked = useConsole((state) => state.isLoginAsked);
  const hasLogin = operatorId === null || isExpired || isLoginAsked;
  const last = useRef(operatorId);
  useEffect(() => {
    // What another operator had typed is not for this one.
    if (last.current !== null && operatorId !== last.current) drafts.clear();
    last.current = operatorId;
  }, [operatorId]);
  return (
    <>
      <p className={styles.narrow}>{t('narrow')}</p>
      <div className={styles.wide}>
        {operatorId !== null && (
          <div hidden={hasLogin} className={styles.pages}>
            <Pages key={operatorId} createPages={createPages} />
          </div>
        )}
        {hasLogin && <LoginScreen />}
      </div>
      <ToastHost />
    </>
  );
}

function Pages({ createPages }: AppProps) {
  const queries = useMemo(createQueries, []);
  const router = useMemo(createPages, [createPages]);
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}

import '../ui/base.css';
import './display-font.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followMode } from '../client/mode.ts';
import { serverNow } from '../client/time.ts';
import { guardComposition } from '../ui/composing.ts';
import { App } from './App.tsx';
import { api } from './core/api.ts';
import { consoleSession } from './core/session.ts';
import { SessionKeeper } from './core/session-keeper.ts';
import { createPages } from './pages.tsx';

followMode();
guardComposition();
new SessionKeeper({ session: consoleSession, renew: () => api.renewConsole(), now: serverNow }).start();

const root = document.getElementById('root');
if (!root) throw new Error('admin.html has no #root');
// From here on every page sets the title.
document.querySelector('title')?.remove();
createRoot(root).render(
  <StrictMode>
    <App createPages={createPages} />
  </StrictMode>,
);

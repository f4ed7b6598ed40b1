import './styles/global.css';
import './first-paint.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { clearScreen } from './app/inventory-screen.tsx';
import { startEditor } from './edit/editor.ts';
import { startSession } from './session/session.ts';
import { followBackButton } from './state/back.ts';
import { followUrl } from './state/screen.ts';
import { followToday } from './state/today.ts';
import { startStock } from './stock/store.ts';

// The session starts first: it takes an API key out of the URL before any other code reads the URL.
startSession(clearScreen);
followUrl();
followBackButton();
startStock();
followToday();
startEditor();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root element');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

// Only a device that knows people locks, so this is loaded after the first screen.
void import('./session/auto-lock.ts').then(({ startAutoLock }) => startAutoLock());

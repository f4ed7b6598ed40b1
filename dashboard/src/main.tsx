import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { clearScreen } from './app/inventory-screen.tsx';
import { startEditor } from './edit/editor.ts';
import { clearErrorOnReconnection } from './edit/save.ts';
import { startSession } from './session/session.ts';
import { followBackButton } from './state/back.ts';
import { followUrl } from './state/screen.ts';
import { loadSettings } from './state/storage.ts';
import { startStock } from './stock/store.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/app.css';
import './styles/overview.css';
import './styles/table.css';
import './styles/editor.css';
import './styles/motion.css';
import './styles/print.css';

// First: takes an API key out of the URL before any other code reads the URL.
startSession(clearScreen);
loadSettings();
followUrl();
followBackButton();
startStock();
startEditor();
clearErrorOnReconnection();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root element');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

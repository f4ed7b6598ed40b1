// Imported first: it takes an API key out of the URL before any other code can see it.
import './session/key-from-url.ts';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { startEditor } from './edit/editor.ts';
import { clearErrorOnReconnection } from './edit/save.ts';
import { resumeSession } from './session/session.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/app.css';
import './styles/overview.css';
import './styles/table.css';
import './styles/editor.css';
import './styles/motion.css';
import './styles/print.css';

startEditor();
clearErrorOnReconnection();
resumeSession();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root element');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

// First of all, so that no other code and no screenshot sees a key in the address.
import './session/key-in-address.ts';

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { resumeSession } from './session/session.ts';
import { App } from './shell/app.tsx';
import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/overview.css';
import './styles/table.css';
import './styles/editor.css';
import './styles/dialogs.css';
import './styles/motion.css';

resumeSession();

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

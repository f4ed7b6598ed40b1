// Builds the dashboard with every `npm ci`. `npm ci --omit=dev` does not install Vite and must not
// fail: the service then explains at / how to build it.
import { fileURLToPath } from 'node:url';

const tools = await import('vite').catch(() => undefined);
if (tools === undefined) console.log('The dashboard is not built: Vite is not installed.');
else await tools.build({ root: fileURLToPath(new URL('.', import.meta.url)), logLevel: 'warn' });

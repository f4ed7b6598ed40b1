// Runs with every `npm ci`, so that the dashboard is there without another step. `npm ci --omit=dev` leaves out the
// tools it is built with, and must not fail for that: the service then says at / how to get it.
import { fileURLToPath } from 'node:url';

const tools = await import('vite').catch(() => undefined);
if (tools === undefined) console.log('The dashboard is not built: Vite is not installed.');
else await tools.build({ root: fileURLToPath(new URL('.', import.meta.url)), logLevel: 'warn' });

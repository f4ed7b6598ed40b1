import { registerHooks } from 'node:module';
import { compileMessages } from '../../dashboard/compile-messages.ts';

// Lets Node load the dashboard's texts as the build compiles them. Import this file before any
// dashboard module.
registerHooks({
  load(url, context, nextLoad) {
    const source = compileMessages(url);
    return source === undefined
      ? nextLoad(url, context)
      : { format: 'module', source, shortCircuit: true };
  },
});

import { registerHooks } from 'node:module';
import { compileMessages } from '../../dashboard/compile-messages.ts';

// Modules of the dashboard that run in Node load their texts as the build compiles them. Import this file before them.
registerHooks({
  load(url, context, nextLoad) {
    const source = compileMessages(url);
    return source === undefined ? nextLoad(url, context) : { format: 'module', source, shortCircuit: true };
  },
});

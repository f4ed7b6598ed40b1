import { runProgram } from './cli/program.ts';
import { exitOnClosedPipe } from './cli/terminal/output.ts';

// If Node is too old, bin/pawstock.js launches this process with another Node. This process ends
// with its launcher.
if (process.channel !== undefined) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.channel.unref();
}

exitOnClosedPipe();
await runProgram(process.argv.slice(2));

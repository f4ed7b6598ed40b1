import { runProgram } from './cli/program.ts';
import { exitOnClosedPipe } from './cli/terminal/output.ts';

// With an older Node, bin/pawstock.js launches this process. If that launcher is killed, this process ends, too.
if (process.channel !== undefined) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.channel.unref();
}

exitOnClosedPipe();
await runProgram(process.argv.slice(2));

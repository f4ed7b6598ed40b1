import { runProgram } from './cli/program.ts';
import { exitOnClosedPipe } from './cli/terminal/output.ts';

// The channel to the launcher of an older Node (bin/pawstock.js) closes when that is killed; then this ends as abruptly.
if (process.channel !== undefined) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.channel.unref();
}

exitOnClosedPipe();
await runProgram(process.argv.slice(2));

import { isConnectionLost } from './failure.ts';

/**
 * The driver asks every new connection for the types that the database knows, and waits for the answer nowhere: where
 * the connection is lost just then, nobody hears of it, and the process would end for it. Whoever wanted that connection
 * is told by other ways. Every other failure that nobody hears of still ends the process.
 */
export function surviveStrayFailures(): void {
  process.on('unhandledRejection', (error) => {
    if (!isConnectionLost(error)) throw error;
  });
}

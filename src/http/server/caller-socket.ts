/** A caller's socket: as much of node:net's as a connection needs. */
export interface CallerSocket {
  readonly destroyed: boolean;
  readonly writableEnded: boolean;
  /** The bytes that the system has not taken yet. */
  readonly writableLength: number;
  readonly writableNeedDrain: boolean;
  on(event: 'data', listener: (chunk: Buffer) => void): unknown;
  on(event: 'end' | 'drain' | 'finish' | 'close', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  once(event: 'close', listener: () => void): unknown;
  off(event: 'drain' | 'close', listener: () => void): unknown;
  /** Returns whether there is room for more. */
  write(data: string | Uint8Array, encoding?: 'latin1'): boolean;
  cork(): void;
  uncork(): void;
  isPaused(): boolean;
  pause(): unknown;
  resume(): unknown;
  end(): unknown;
  destroy(): unknown;
  resetAndDestroy(): unknown;
}

/** Where callers connect. */
export type Door = {
  readonly port: number;
  /** Lets nobody in any more; whoever is in stays. */
  readonly close: () => void;
};

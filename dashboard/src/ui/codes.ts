import { useEffect } from 'react';

let take: ((code: string) => void) | undefined;

/** Lets a screen take the codes that the camera reads, as if they were typed into its field. */
export function useCodes(onCode: (code: string) => void): void {
  useEffect(() => {
    take = onCode;
    return () => {
      if (take === onCode) take = undefined;
    };
  }, [onCode]);
}

/** Gives a code to the screen. Returns false if no screen takes codes now. */
export function enterCode(code: string): boolean {
  take?.(code);
  return take !== undefined;
}

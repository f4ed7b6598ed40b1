const width = 30;
const redrawMs = 100;

/** A bar on a terminal; nothing at all in a pipe or a log. */
export function progressBar(label: string, total: number): { update: (done: number) => void; end: () => void } {
  if (!process.stderr.isTTY) return { update: () => undefined, end: () => undefined };
  let drawnAtMs = 0;
  const draw = (done: number) => {
    const share = total === 0 ? 1 : done / total;
    const bar = '█'.repeat(Math.round(share * width)).padEnd(width, '░');
    process.stderr.write(`\r${label} ${bar} ${Math.floor(share * 100)} % (${done} of ${total})`);
  };
  return {
    update: (done) => {
      if (Date.now() - drawnAtMs < redrawMs && done < total) return;
      drawnAtMs = Date.now();
      draw(done);
    },
    end: () => process.stderr.write('\r\x1b[K'),
  };
}

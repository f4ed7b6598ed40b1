import { encode } from 'uqr';
import { titleOf } from '../stock/details.ts';
import { stock, useStockView } from '../stock/store.ts';
import { formatCount, formatNumber } from '../ui/format.ts';

/** Some 40 pages. Drawing a code takes a millisecond. */
const labelsMax = 1_000;

/** A label for each pet that the table shows. The code of an ID says so: the ID alone may be another pet's barcode. */
export function LabelSheet() {
  const { rows } = useStockView().view;
  return (
    <main className="print-table">
      <h1 className="visually-hidden">Labels of {formatCount(rows.length, 'pet')}</h1>
      {rows.length > labelsMax && (
        <p>Only the first {formatNumber(labelsMax)} labels are printed. Filter the table for others.</p>
      )}
      <ul className="labels">
        {rows.slice(0, labelsMax).map((row) => {
          const { id, text, name, barcode } = stock.get(row.id) ?? row;
          return (
            <li key={text} className="label-card">
              <QrCode text={barcode || `pet ${text}`} label={`Code of ${titleOf(id)}`} />
              <div>
                {name !== '' && <strong className="label-name">{name}</strong>}
                <span className="label-id">Pet {text}</span>
                {barcode !== '' && <span className="label-barcode">{barcode}</span>}
              </div>
            </li>
          );
        })}
      </ul>
    </main>
  );
}

function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={squares.join('')} />
    </svg>
  );
}

import { barWidths } from './bar-widths.ts';

/**
 * The empty space that scanners need on either side of a barcode, in modules. The narrowest bar is
 * one module wide.
 */
const quietModules = 11;
const moduleMm = 0.33;
/**
 * The widest barcode, in widths of its narrowest bar. A wider one would be too fine to scan, or not
 * fit on a label.
 */
const modulesMax = 280;

/**
 * Draws a text as bars, for laser scanners, which cannot read QR codes. Draws nothing if the text
 * is too long.
 */
export function BarCode({ text, label }: { readonly text: string; readonly label: string }) {
  let x = quietModules;
  const bars = barWidths(text).map((width, index) => {
    x += width;
    return index % 2 === 0 ? `M${x - width} 0h${width}v1h-${width}z` : '';
  });
  const modules = x + quietModules;
  if (modules > modulesMax) return undefined;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules} 1`}
      preserveAspectRatio="none"
      style={{ width: `${modules * moduleMm}mm` }}
      shapeRendering="crispEdges"
    >
      <path d={bars.join('')} />
    </svg>
  );
}

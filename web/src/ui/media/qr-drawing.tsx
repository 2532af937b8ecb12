import { useMemo } from 'react';
import { encode } from 'uqr';

/** Quiet zone around the code in modules; scanners need it. */
const MARGIN = 4;

/** Black on white in both themes, as scanners expect it. */
export function QrDrawing({ text, label }: { text: string; label: string }) {
  const rows = useMemo(() => encode(text, { ecc: 'M', border: MARGIN }).data, [text]);
  const dots = rows.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join(''));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      width="100%"
      shapeRendering="crispEdges"
      style={{ display: 'block' }}
    >
      <rect width="100%" height="100%" fill="#fff" />
      <path d={dots.join('')} fill="#000" />
    </svg>
  );
}

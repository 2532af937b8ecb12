/** One colour of the chart with its label. */
export interface LegendEntry {
  label: string;
  color: string;
}

interface Caption {
  title: string;
  /** Shown below the title. */
  lead: string;
  legend: readonly LegendEntry[];
}

/** Image pixels per CSS pixel: sharp in print, too. */
const SCALE = 2;
const MARGIN = 16;
const HEAD = 56;
const LINE = 22;
const SWATCH = 10;
const GAP = 6;
/** Computed styles to copy into the SVG, because a standalone image has no style sheet. */
const KEPT = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'fill-opacity',
  'font-size',
  'font-weight',
  'text-anchor',
];

/** Renders the chart as PNG, with its title above and its legend below. */
export async function chartImage(chart: SVGSVGElement, { title, lead, legend }: Caption): Promise<Blob> {
  const drawing = await load(chart);
  const { width, height } = chart.getBoundingClientRect();
  const { fontFamily, color, backgroundColor } = getComputedStyle(document.body);
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser cannot render the chart');
  const font = (size: number, weight = 400) => `${weight} ${size}px ${fontFamily}`;

  pen.font = font(12);
  const places = placesOf(legend, (label) => pen.measureText(label).width, width);
  const rows = (places.at(-1)?.row ?? -1) + 1;
  canvas.width = (width + 2 * MARGIN) * SCALE;
  canvas.height = (HEAD + height + rows * LINE + 2 * MARGIN) * SCALE;

  pen.scale(SCALE, SCALE);
  pen.fillStyle = backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.translate(MARGIN, MARGIN);
  pen.textBaseline = 'middle';
  pen.fillStyle = color;
  pen.font = font(16, 600);
  pen.fillText(title, 0, LINE / 2, width);
  pen.font = font(12);
  pen.fillText(lead, 0, LINE * 1.5, width);
  pen.drawImage(drawing, 0, HEAD, width, height);
  for (const { label, color: paint, left, row } of places) {
    const middle = HEAD + height + (row + 0.5) * LINE;
    pen.fillStyle = resolved(paint);
    pen.fillRect(left, middle - SWATCH / 2, SWATCH, SWATCH);
    pen.fillStyle = color;
    pen.fillText(label, left + SWATCH + GAP, middle, width - SWATCH - GAP);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image is empty'))));
  });
}

/** Places the entries side by side, in as many rows as needed. */
function placesOf(legend: readonly LegendEntry[], widthOf: (label: string) => number, available: number) {
  let left = 0;
  let row = 0;
  return legend.map((entry) => {
    const width = SWATCH + GAP + widthOf(entry.label);
    if (left > 0 && left + width > available) {
      left = 0;
      row += 1;
    }
    const place = { ...entry, left, row };
    left += width + 2 * GAP;
    return place;
  });
}

/** The chart as a standalone image. Uses a `data:` URL, because the Content Security Policy does not allow `blob:`. */
async function load(chart: SVGSVGElement): Promise<HTMLImageElement> {
  const copy = chart.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new Error('A chart is an SVG');
  const { width, height } = chart.getBoundingClientRect();
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.style.fontFamily = getComputedStyle(document.body).fontFamily;
  const copies = copy.querySelectorAll<SVGElement>('*');
  chart.querySelectorAll('*').forEach((shape, index) => {
    const style = getComputedStyle(shape);
    for (const name of KEPT) copies[index]?.style.setProperty(name, style.getPropertyValue(name));
  });
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

/** Resolves CSS variables in a colour, because a canvas does not. */
function resolved(color: string): string {
  const probe = document.createElement('span');
  probe.style.color = color;
  document.body.append(probe);
  const value = getComputedStyle(probe).color;
  probe.remove();
  return value;
}

const FEW = [
  '#1664FF',
  '#1AC6FF',
  '#FF8A00',
  '#3CC780',
  '#7442D4',
  '#FFC400',
  '#304D77',
  '#B48DEB',
  '#009488',
  '#FF7DDA',
];
const MANY = [
  '#1664FF',
  '#B2CFFF',
  '#1AC6FF',
  '#94EFFF',
  '#FF8A00',
  '#FFCE7A',
  '#3CC780',
  '#B9EDCD',
  '#7442D4',
  '#DDC5FA',
  '#FFC400',
  '#FAE878',
  '#304D77',
  '#8B959E',
  '#B48DEB',
  '#EFE3FF',
  '#009488',
  '#59BAA8',
  '#FF7DDA',
  '#FFCFEE',
];
/** Longer names choose among twenty colours, shorter ones among ten. */
const SHORT_NAME = 10;

/** One colour per model, derived from its name so that it is stable, unless an earlier model in the list already has it. */
export function colorsOf(models: readonly string[]): Map<string, string> {
  const colors = new Map<string, string>();
  const taken = new Set<string>();
  for (const model of models) {
    const palette = model.length > SHORT_NAME ? MANY : FEW;
    const own = hash(model) % palette.length;
    const inTurn = palette.map((_, step) => palette[(own + step) % palette.length] ?? '');
    const free = [...inTurn, ...MANY].find((color) => !taken.has(color)) ?? inTurn[0] ?? '';
    taken.add(free);
    colors.set(model, free);
  }
  return colors;
}

function hash(text: string): number {
  let value = 0;
  for (let index = 0; index < text.length; index += 1)
    value = (Math.imul(value, 31) + text.charCodeAt(index)) | 0;
  return Math.abs(value);
}

import fc from 'fast-check';
import { accentOf, blend, contrast, SURFACES, type Scheme, TINTS } from '../../web/src/accent';
import { platesFor } from '../../web/src/lib/browser/logo-contrast';

/** WCAG 2.2, level AA: 4.5:1 for texts, 3:1 for marks of controls. */
const TEXT = 4.5;
const CONTROL = 3;
const SCHEMES = ['light', 'dark'] as const;

/** What of an accent has less contrast than level AA. */
function faults(hex: string): string[] {
  const accent = accentOf(hex);
  return SCHEMES.flatMap((scheme) => {
    const { filled, filledHover, text, ink } = accent[scheme];
    const { card, canvas, field, hovered } = SURFACES[scheme];
    const check = (what: string, color: string, ground: string, least: number) =>
      contrast(color, ground) < least
        ? [`${hex} ${scheme} ${what} ${color} on ${ground}: ${contrast(color, ground)}`]
        : [];
    return [
      ...[filled, filledHover].flatMap((color) => check('white text', '#ffffff', color, TEXT)),
      ...[card, canvas, field].flatMap((ground) => check('control', filled, ground, CONTROL)),
      ...[card, canvas, field, hovered].flatMap((ground) => check('link', text, ground, TEXT)),
      ...[card, canvas, field, hovered].flatMap((ground) =>
        TINTS[scheme].flatMap((share) =>
          check('tint', ink, blend(tinted(accent.shades, scheme), ground, share), TEXT),
        ),
      ),
    ];
  });
}

const tinted = (shades: readonly string[], scheme: Scheme) => shades[scheme === 'light' ? 6 : 5]!;

test('any accent has the contrasts of level AA in both schemes', () => {
  const extremes = [
    '',
    '#000000',
    '#ffffff',
    '#ffff00',
    '#000080',
    '#00ffff',
    '#ff00ff',
    '#808080',
    '#0f766e',
  ];
  expect(extremes.flatMap(faults)).toEqual([]);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
      expect(faults(`#${value.toString(16).padStart(6, '0')}`)).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test('an accent that has enough contrast is used as it is', () => {
  expect(accentOf('#1D4ED8').light.filled).toBe('#1d4ed8');
  expect(accentOf('#000080').light.filled).toBe('#000080');
  expect(accentOf('red')).toEqual(accentOf(''));
});

test('a logo has a plate where it could not be told from the background', () => {
  const image = (...colors: readonly number[][]) => colors.flat();
  const [white, black, teal, nothing] = [
    [255, 255, 255, 255],
    [0, 0, 0, 255],
    [15, 118, 110, 255],
    [0, 0, 0, 0],
  ];
  expect(platesFor(image(white, nothing))).toEqual(['light']);
  expect(platesFor(image(black, nothing))).toEqual(['dark']);
  expect(platesFor(image(black, white))).toEqual([]);
  expect(platesFor(image(teal))).toEqual([]);
  expect(platesFor(image(nothing))).toEqual([]);
});

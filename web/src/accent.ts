import { HEX_COLOR } from '#contract/hex-color';
import { luminance, type MantineColorsTuple } from '@mantine/core';

export type Scheme = 'light' | 'dark';

/** The colour of a console whose operator has chosen none. */
export const OWN_ACCENT = '#0f766e';

const OWN_SHADES: MantineColorsTuple = [
  '#effaf8',
  '#d7f0ec',
  '#b0e0d9',
  '#82cbc1',
  '#53b0a5',
  '#2f9187',
  OWN_ACCENT,
  '#0d655e',
  '#0c524d',
  '#0a423e',
];

/** What accents lie on: cards, the page, fields, and rows under the pointer. */
export const SURFACES = {
  light: { card: '#ffffff', canvas: '#fafafa', field: '#ffffff', hovered: '#f4f4f5' },
  dark: { card: '#19191c', canvas: '#111113', field: '#232327', hovered: '#2c2c31' },
} as const;

/** Parts of the accent in the tints of badges, and of those under the pointer. */
export const TINTS = { light: [0.11, 0.17], dark: [0.17, 0.25] } as const;

/** WCAG 2.2, level AA: texts; borders and marks of controls. */
const TEXT = 4.5;
const CONTROL = 3;
/** Differences of a rounded channel must not undo what was computed. */
const MARGIN = 0.02;

/** Colours that follow from an accent in one scheme. */
export interface Roles {
  /** Buttons, switches, bars and rings: under white text, and beside cards and fields. */
  readonly filled: string;
  readonly filledHover: string;
  /** Links, outlines and texts. */
  readonly text: string;
  /** Text on tints of the accent. */
  readonly ink: string;
}

export interface Accent extends Record<Scheme, Roles> {
  readonly shades: MantineColorsTuple;
}

/**
 * The palette of an accent: as near to it as the contrasts of level AA allow in both schemes.
 * @param hex `#rrggbb`; anything else is the console's own colour
 */
export function accentOf(hex: string): Accent {
  const isOwn = !HEX_COLOR.test(hex) || hex.toLowerCase() === OWN_ACCENT;
  const shades = isOwn ? OWN_SHADES : shadesOf(hex.toLowerCase());
  return { shades, light: lightRoles(shades), dark: darkRoles(shades) };
}

/** Ratio of WCAG between two opaque colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

/** `share` of `color` over `ground`; both `#rrggbb`. */
export function blend(color: string, ground: string, share: number): string {
  const [over, under] = [channels(color), channels(ground)];
  const mixed = over.map((channel, index) => Math.round(channel * share + (under[index] ?? 0) * (1 - share)));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
}

/** Ten shades as Mantine's palettes have them; the seventh fills buttons in the light scheme. */
function shadesOf(hex: string): MantineColorsTuple {
  const lighter = [0.94, 0.84, 0.68, 0.48, 0.3, 0.14].map((share) => blend('#ffffff', hex, share));
  const darker = [0.12, 0.28, 0.42].map((share) => blend('#000000', hex, share));
  return [...lighter, hex, ...darker] as unknown as MantineColorsTuple;
}

function lightRoles(shades: MantineColorsTuple): Roles {
  const { card, hovered } = SURFACES.light;
  const filled = darkened(shades[6], (color) => contrast(color, card) >= TEXT + MARGIN);
  return {
    filled,
    filledHover: blend('#000000', filled, 0.12),
    // Links are in tinted notes too, which are darker than rows under the pointer.
    text: darkened(shades[6], (color) => contrast(color, blend('#000000', hovered, 0.03)) >= TEXT + MARGIN),
    ink: darkened(shades[8], (color) => isReadable(color, shades[6], 'light')),
  };
}

function darkRoles(shades: MantineColorsTuple): Roles {
  const { field, hovered } = SURFACES.dark;
  const bright = lightened(shades[6], (color) => contrast(color, field) >= CONTROL + MARGIN);
  // White text needs a colour that is not too light; 3.5:1 to cards leaves 4.5:1 to white.
  const filled = darkened(bright, (color) => contrast(color, '#ffffff') >= TEXT + MARGIN);
  return {
    filled,
    filledHover: blend('#000000', filled, 0.12),
    text: lightened(shades[4], (color) => contrast(color, blend('#ffffff', hovered, 0.03)) >= TEXT + MARGIN),
    ink: lightened(shades[2], (color) => isReadable(color, shades[5], 'dark')),
  };
}

/** On each of its tints, over the surface that is nearest to the text. */
function isReadable(ink: string, tinted: string, scheme: Scheme): boolean {
  return TINTS[scheme].every(
    (share) => contrast(ink, blend(tinted, SURFACES[scheme].hovered, share)) >= TEXT + MARGIN,
  );
}

function darkened(color: string, isEnough: (color: string) => boolean): string {
  return moved(color, '#000000', isEnough);
}

function lightened(color: string, isEnough: (color: string) => boolean): string {
  return moved(color, '#ffffff', isEnough);
}

const STEPS = 200;

/** The colour nearest to `color`, on the way to black or white, that is enough. */
function moved(color: string, end: string, isEnough: (color: string) => boolean): string {
  for (let step = 0; step < STEPS; step += 1) {
    const candidate = blend(end, color, step / STEPS);
    if (isEnough(candidate)) return candidate;
  }
  return end;
}

import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { flushSync } from 'react-dom';
import { accentOf, type Roles, type Scheme, SURFACES, TINTS } from './accent';

const gray: MantineColorsTuple = [
  '#fafafa',
  '#f4f4f5',
  '#e9e9ec',
  '#dddde1',
  '#c9c9cf',
  '#a1a1aa',
  '#6b6b74',
  '#52525b',
  '#3f3f46',
  '#27272a',
];

const dark: MantineColorsTuple = [
  '#ececee',
  '#c6c6cc',
  '#a1a1aa',
  '#8a8a94',
  '#3b3b42',
  '#2c2c31',
  '#232327',
  '#19191c',
  '#111113',
  '#0b0b0d',
];

/** Text colours dark enough for a 4.5:1 contrast on the tinted backgrounds of badges and alerts. */
const INK: Record<string, string> = {
  red: '#a51f1f',
  orange: '#9a3f08',
  yellow: '#7d5200',
  lime: '#3f6212',
  green: '#1b6b34',
  teal: '#0b6450',
  cyan: '#0b5f70',
  blue: '#174ea6',
  indigo: '#3446a8',
  violet: '#5a35b0',
  grape: '#86299a',
  pink: '#a11b55',
  gray: '#45454d',
};

/** Title style of dialogs and drawers. */
const TITLE = { fontSize: 16, fontWeight: 600 };

/** Renders the list that has just been opened, because the key that opened it goes on to the chosen option. */
const OPENS_AT_ONCE = { defaultProps: { onDropdownOpen: () => flushSync(() => {}) } };

const SYSTEM_FONTS = '-apple-system, BlinkMacSystemFont, "Segoe UI"';
const OTHER_FONTS =
  '"PingFang SC", "Hiragino Sans GB", "Microsoft YaHei", "Noto Sans CJK SC", Roboto, Helvetica, Arial, sans-serif';

const THEME = createTheme({
  primaryShade: 6,
  colors: { gray, dark },
  black: '#18181b',
  defaultRadius: 'md',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  fontFamily: `${SYSTEM_FONTS}, ${OTHER_FONTS}`,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '18px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '22px', lineHeight: '30px' },
      h2: { fontSize: '17px', lineHeight: '26px' },
      h3: { fontSize: '15px', lineHeight: '22px' },
    },
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Plain objects instead of `Component.extend()`, which would import every component with the first page.
  components: {
    Button: { defaultProps: { size: 'sm' }, styles: { label: { fontWeight: 500 } } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm' },
      styles: { label: { textTransform: 'none', fontWeight: 500, letterSpacing: 0 } },
    },
    InputWrapper: {
      styles: { label: { marginBottom: 6, fontSize: 13 }, description: { marginBottom: 6 } },
    },
    Alert: { defaultProps: { variant: 'light' } },
    Checkbox: { defaultProps: { size: 'sm', radius: 'xs' } },
    Switch: { defaultProps: { size: 'sm' } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 250, multiline: true, maw: 360 } },
    Menu: { defaultProps: { shadow: 'md', position: 'bottom-end' } },
    Popover: { defaultProps: { shadow: 'md' } },
    // The closed lists of the channel form have 350 options, which would be rendered again with each key press.
    Combobox: { defaultProps: { keepMounted: false } },
    Select: OPENS_AT_ONCE,
    MultiSelect: OPENS_AT_ONCE,
    TagsInput: OPENS_AT_ONCE,
    Autocomplete: OPENS_AT_ONCE,
    Modal: { defaultProps: { centered: true, radius: 'lg', padding: 'lg' }, styles: { title: TITLE } },
    Drawer: { defaultProps: { position: 'right', padding: 'lg' }, styles: { title: TITLE } },
  },
});

/** Translucent tints for badges, alerts and hovered icons; they suit both cards and the page background. */
function tints(scheme: Scheme, ink: string): Record<string, string> {
  const shade = scheme === 'light' ? 6 : 5;
  const [ground, hover] = TINTS[scheme];
  const mix = (color: string, share: number) =>
    `color-mix(in srgb, var(--mantine-color-${color}-${shade}) ${share * 100}%, transparent)`;
  const entries = Object.entries({ ...INK, brand: ink }).flatMap(([color, text]) => [
    [`--mantine-color-${color}-light`, mix(color, ground)],
    [`--mantine-color-${color}-light-hover`, mix(color, hover)],
    [
      `--mantine-color-${color}-light-color`,
      scheme === 'light' || color === 'brand' ? text : `var(--mantine-color-${color}-2)`,
    ],
  ]);
  return Object.fromEntries(entries);
}

function accentVariables({ filled, filledHover, text }: Roles): Record<string, string> {
  return {
    '--mantine-color-brand-filled': filled,
    '--mantine-color-brand-filled-hover': filledHover,
    '--mantine-color-brand-outline': text,
    '--mantine-color-brand-text': text,
    '--mantine-color-anchor': text,
  };
}

/**
 * Theme and variables of a console with this accent.
 * @param hex `#rrggbb`, or '' for the console's own colour
 */
export function themeWith(hex: string): { theme: typeof THEME; resolveVariables: CSSVariablesResolver } {
  const accent = accentOf(hex);
  return {
    theme: { ...THEME, primaryColor: 'brand', colors: { ...THEME.colors, brand: accent.shades } },
    resolveVariables: () => ({
      // global.css has the font and its use.
      variables: { '--app-latin-font-family': `${SYSTEM_FONTS}, 'Latin punctuation', ${OTHER_FONTS}` },
      // `--app-canvas` is the page background, the body colour is the background of cards.
      light: {
        '--app-canvas': SURFACES.light.canvas,
        '--app-line': '#e6e6ea',
        '--mantine-color-dimmed': '#65656e',
        '--mantine-color-placeholder': '#6f6f78',
        '--mantine-color-error': '#b42318',
        '--mantine-color-default-border': '#d3d3d9',
        ...tints('light', accent.light.ink),
        ...accentVariables(accent.light),
      },
      dark: {
        '--app-canvas': SURFACES.dark.canvas,
        '--app-line': '#2a2a2f',
        '--mantine-color-dimmed': '#a1a1aa',
        '--mantine-color-placeholder': '#8f8f99',
        '--mantine-color-error': '#ff8a80',
        '--mantine-color-default-border': '#3b3b42',
        ...tints('dark', accent.dark.ink),
        ...accentVariables(accent.dark),
      },
    }),
  };
}

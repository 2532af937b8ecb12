/** Every page, and who looks at it. */
export const PAGES = [
  ['home', '/', 'nobody'],
  ['login', '/login', 'nobody'],
  ['register', '/register', 'nobody'],
  ['reset', '/reset', 'nobody'],
  ['reset-confirm', '/user/reset?email=a%40example.com&token=t', 'nobody'],
  ['pricing-visitor', '/pricing', 'nobody'],
  ['about', '/about', 'nobody'],
  ['not-found', '/nowhere', 'nobody'],
  ['playground', '/playground', 'admin'],
  ['chat', '/chat', 'admin'],
  ['overview', '/overview', 'admin'],
  ['overview-own', '/overview', 'user'],
  ['costs', '/costs', 'admin'],
  ['costs-own', '/costs', 'user'],
  ['statement', '/costs/statement', 'user'],
  ['dashboard', '/detail', 'admin'],
  ['tokens', '/token', 'admin'],
  ['token-panel', '/token/add', 'admin'],
  ['log', '/log', 'admin'],
  ['log-own', '/log', 'user'],
  ['drawings', '/midjourney', 'admin'],
  ['tasks', '/task', 'admin'],
  ['channels', '/channel', 'admin'],
  ['channel', '/channel/1', 'admin'],
  ['channels-by-tag', '/channel?tag_mode=true', 'admin'],
  ['channel-panel', '/channel/add', 'admin'],
  ['redemptions', '/redemption', 'admin'],
  ['redemption-panel', '/redemption/add', 'admin'],
  ['users', '/user', 'admin'],
  ['user-panel', '/user/add', 'admin'],
  ['alerts', '/alerts', 'admin'],
  ['user-tokens', '/user-tokens', 'admin'],
  ['audit', '/audit', 'admin'],
  ['import', '/import', 'admin'],
  ['prices', '/prices', 'admin'],
  ['prices-public', '/prices?view=public', 'admin'],
  ['prices-unset', '/prices?view=unset', 'admin'],
  ['prices-tasks', '/prices?view=tasks', 'admin'],
  ['prices', '/prices', 'admin'],
  ['settings-operation', '/setting?tab=operation', 'admin'],
  ['settings-ratelimit', '/setting?tab=ratelimit', 'admin'],
  ['settings-models', '/setting?tab=models', 'admin'],
  ['settings-system', '/setting?tab=system', 'admin'],
  ['settings-other', '/setting?tab=other', 'admin'],
  ['pricing', '/pricing', 'user'],
  ['wallet', '/topup', 'user'],
  ['personal', '/personal', 'user'],
  ['personal-access', '/personal?tab=access', 'user'],
  ['personal-setting', '/personal?tab=setting', 'user'],
  ['personal-admin-keys', '/personal?tab=keys', 'admin'],
  ['second-factor', '/second-factor', 'user'],
  ['forbidden', '/channel', 'user'],
].map(([name, path, who]) => ({ name, path, who, acts: [], answers: [] }));

/** Regions whose notation the browser uses, for languages that name none. */
const LOCALES = { zh: 'zh-CN', en: 'en-US' };

const phone = (width, height) => ({ viewport: { width, height }, isMobile: true, hasTouch: true });
/** Desks and phones, the usual and the smallest, by their width in pixels. */
const SCREENS = {
  1440: { size: 'wide', screen: { viewport: { width: 1440, height: 900 } } },
  1024: { size: 'narrow', screen: { viewport: { width: 1024, height: 768 } } },
  390: { size: 'phone', screen: phone(390, 844) },
  320: { size: 'small', screen: phone(320, 640) },
};
export const WIDTHS = Object.keys(SCREENS);

const styleOf = (width, theme, language) => ({
  name: `${SCREENS[width].size}-${theme}-${language}`,
  width: String(width),
  theme,
  language,
  screen: {
    ...SCREENS[width].screen,
    colorScheme: theme,
    reducedMotion: 'reduce',
    // Fields for times are written as the browser writes them.
    locale: LOCALES[language] ?? language,
  },
});

/** Each width has both themes and both languages, each once: their further combinations are in `--all`. */
export const STYLES = [
  styleOf(1440, 'light', 'zh'),
  styleOf(1440, 'dark', 'en'),
  styleOf(1024, 'light', 'en'),
  styleOf(1024, 'dark', 'zh'),
  styleOf(390, 'dark', 'zh'),
  styleOf(390, 'light', 'en'),
  styleOf(320, 'light', 'zh'),
  styleOf(320, 'dark', 'en'),
];

export const allStyles = (languages) =>
  WIDTHS.flatMap((width) =>
    ['light', 'dark'].flatMap((theme) => languages.map((language) => styleOf(width, theme, language))),
  );

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
  ['forbidden', '/channel', 'user'],
].map(([name, path, who]) => ({ name, path, who, acts: [], answers: [] }));

/** Regions whose notation the browser uses, for languages that name none. */
const LOCALES = { zh: 'zh-CN', en: 'en-US' };

const WIDE = { viewport: { width: 1440, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

const styleOf = (size, theme, language) => ({
  name: `${size}-${theme}-${language}`,
  language,
  screen: {
    ...(size === 'wide' ? WIDE : PHONE),
    colorScheme: theme,
    reducedMotion: 'reduce',
    // Fields for times are written as the browser writes them.
    locale: LOCALES[language] ?? language,
  },
});

/** Each of width, theme and language meets each other one at least once. */
export const STYLES = [
  styleOf('wide', 'light', 'zh'),
  styleOf('wide', 'dark', 'en'),
  styleOf('phone', 'dark', 'zh'),
  styleOf('phone', 'light', 'en'),
];

export const allStyles = (languages) =>
  ['wide', 'phone'].flatMap((size) =>
    ['light', 'dark'].flatMap((theme) => languages.map((language) => styleOf(size, theme, language))),
  );

import type { CardSpec } from '../form/fields';

export const RELEASE: CardSpec = {
  id: 'release',
  title: 'settings.other.release.title',
  save: 'settings.other.release.save',
  saved: 'settings.form.updated',
  fields: [
    {
      key: 'ReleaseAddress',
      kind: 'address',
      root: true,
      wide: true,
      placeholder: 'https://api.github.com/repos/owner/name/releases/latest',
      label: 'settings.other.release.address',
      hint: 'settings.other.release.hint',
    },
  ],
};

export const NOTICE: CardSpec = {
  id: 'notice',
  title: 'settings.other.notice.title',
  lead: 'settings.other.notice.lead',
  save: 'settings.other.notice.save',
  saved: 'settings.other.notice.saved',
  failed: 'settings.other.notice.failed',
  fields: [
    {
      key: 'Notice',
      kind: 'page',
      label: 'settings.other.notice.label',
      hint: 'settings.other.notice.hint',
    },
  ],
};

export const SYSTEM_NAME: CardSpec = {
  id: 'system-name',
  title: 'settings.other.name.label',
  save: 'settings.other.name.save',
  saved: 'settings.other.name.saved',
  failed: 'settings.other.name.failed',
  fields: [{ key: 'SystemName', kind: 'text', label: 'settings.other.name.label' }],
};

export const LOGO: CardSpec = {
  id: 'logo',
  title: 'settings.other.logo.label',
  save: 'settings.other.logo.save',
  saved: 'settings.other.logo.saved',
  failed: 'settings.other.logo.failed',
  fields: [
    {
      key: 'Logo',
      kind: 'text',
      root: true,
      label: 'settings.other.logo.label',
      placeholder: 'https://example.com/logo.png',
    },
  ],
};

export const HOME: CardSpec = {
  id: 'home',
  title: 'settings.other.home.label',
  save: 'settings.other.home.save',
  saved: 'settings.other.home.saved',
  failed: 'settings.other.home.failed',
  fields: [
    {
      key: 'HomePageContent',
      kind: 'page',
      label: 'settings.other.home.label',
      hint: 'settings.other.home.hint',
    },
  ],
};

export const ABOUT: CardSpec = {
  id: 'about',
  title: 'settings.other.about.label',
  save: 'settings.other.about.save',
  saved: 'settings.other.about.saved',
  failed: 'settings.other.about.failed',
  fields: [
    { key: 'About', kind: 'page', label: 'settings.other.about.label', hint: 'settings.other.about.hint' },
  ],
};

export const FOOTER: CardSpec = {
  id: 'footer',
  title: 'settings.other.footer.label',
  save: 'settings.other.footer.save',
  saved: 'settings.other.footer.saved',
  failed: 'settings.other.footer.failed',
  fields: [
    {
      key: 'Footer',
      kind: 'page',
      rows: [3, 10],
      label: 'settings.other.footer.label',
      hint: 'settings.other.footer.hint',
    },
  ],
};

/** Cards for the appearance of the site; each is saved separately. */
export const PERSONALIZATION = [SYSTEM_NAME, LOGO, HOME, ABOUT, FOOTER];

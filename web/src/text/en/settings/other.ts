import type { Texts } from '../../texts';

export const other: Texts['settings']['other'] = {
  info: {
    title: 'System',
    lead: 'What is running.',
    version: 'Version',
    started: 'Started',
    check: 'Check for updates',
    noRepository:
      'No source repository is set (repository in package.json), so there is nowhere to look for updates.',
    asks: 'Asks {{host}} for the latest release.',
    latest: 'This is the latest version: {{tag}}',
    newer: 'New version: {{tag}}',
    noNotes: 'This release has no notes.',
    details: 'Details',
  },
  notice: {
    title: 'General',
    lead: 'What every visitor is told.',
    label: 'Notice',
    hint: 'Markdown or HTML; empty for none.',
    save: 'Set notice',
    saved: 'Notice updated',
    failed: 'Notice could not be updated',
  },
  personalization: 'Personalization',
  personalizationLead: 'Name, logo and pages of the site; each is saved alone.',
  name: {
    label: 'System name',
    save: 'Set system name',
    saved: 'System name updated',
    failed: 'System name could not be updated',
  },
  logo: {
    label: 'Logo address',
    save: 'Set logo',
    saved: 'Logo updated',
    failed: 'Logo could not be updated',
  },
  home: {
    label: 'Home page',
    hint: 'Markdown or HTML; an address alone is shown as a page in the page.',
    save: 'Set home page',
    saved: 'Home page updated',
    failed: 'Home page could not be updated',
  },
  about: {
    label: 'About',
    hint: 'Markdown or HTML; an address alone is shown as a page in the page.',
    save: 'Set about page',
    saved: 'About page updated',
    failed: 'About page could not be updated',
  },
  footer: {
    label: 'Footer',
    hint: 'HTML; empty for the usual one.',
    save: 'Set footer',
    saved: 'Footer updated',
    failed: 'Footer could not be updated',
  },
};

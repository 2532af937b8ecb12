import type { Texts } from '../texts';

export const about: Texts['about'] = {
  title: 'About',
  content: 'About this site',
  failed: 'Failed to load the about page...',
  empty: 'What is said here can be set on the settings page, as HTML or Markdown',
  toSettings: 'Open settings',
  product: '{{name}} is a gateway to AI models with a management console.',
  version: 'Version',
  api: 'API description',
};

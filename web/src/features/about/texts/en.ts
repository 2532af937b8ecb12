import type { Texts } from '../../../text/texts';

export const about: Texts['about'] = {
  title: 'About',
  content: 'About this site',
  failed: 'Could not load the about page. Reload to try again.',
  empty: 'Administrators can set this content in the settings, as HTML or Markdown',
  toSettings: 'Open settings',
  product: '{{name}} is a gateway to AI models with a management console.',
  version: 'Version',
  api: 'API reference',
};

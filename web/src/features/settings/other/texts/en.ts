import type { Texts } from '../../../../text/texts';

export const other: Texts['settings']['other'] = {
  info: {
    version: 'Version',
    started: 'Started',
    check: 'Check for updates',
    noRepository: 'Enter a release URL below to check for updates.',
    asks: 'Requests the latest release from {{host}}.',
    latest: 'This is the latest version: {{tag}}',
    newer: 'New version: {{tag}}',
    noNotes: 'No release notes.',
    details: 'Details',
  },
};

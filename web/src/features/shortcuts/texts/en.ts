import type { Texts } from '../../../text/texts';

export const shortcuts: Texts['shortcuts'] = {
  title: 'Keyboard shortcuts',
  goTo: 'Go to',
  lists: 'Lists',
  anywhere: 'Anywhere',
  search: 'Focus the search or first filter',
  create: 'New',
  refresh: 'Refresh',
  down: 'Next row',
  up: 'Previous row',
  open: 'Open the row',
  edit: 'Edit the row',
  select: 'Select or deselect the row',
  closePanel: 'Close the top panel',
  submit: 'Submit the panel',
  inPalette: 'In search and commands',
  moreActions: 'Actions of the selected record',
  switch: 'Single-key shortcuts',
  switchHint:
    'Inactive while you type or a dialog is open. When turned off, this list stays available in the command palette.',
};

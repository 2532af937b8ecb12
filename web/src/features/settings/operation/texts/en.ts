import type { Texts } from '../../../../text/texts';

export const operation: Texts['settings']['operation'] = {
  logs: {
    until: 'Delete logs before',
    clear: 'Clear old logs',
    clearTitle: 'Clear old logs?',
    clearText: 'All logs before {{time}} will be deleted. This cannot be undone.',
    cleared: '{{count}} log entries deleted',
    clearFailed: 'Failed to clear the logs: {{message}}',
    needTime: 'Choose a time',
  },
  chats: {
    link: 'Link',
    nameOf: 'Name of chat application {{number}}',
    linkOf: 'Link of {{name}}',
    new: 'New chat application',
    add: 'Add chat application',
    up: 'Move {{name}} up',
    down: 'Move {{name}} down',
    remove: 'Remove {{name}}',
  },
  groups: {
    ratio: 'Group ratios',
    name: 'Group',
    selectable: 'Selectable',
    description: 'Description',
    nameOf: 'Name of group {{name}}',
    ratioOf: 'Ratio of group {{name}}',
    selectableOf: 'Users can select group {{name}}',
    descriptionOf: 'Description of group {{name}}',
    hidden: 'Not selectable',
    add: 'Add group',
    remove: 'Remove group {{name}}',
    needName: 'Enter a group name',
    exists: 'Group name already exists',
  },
};

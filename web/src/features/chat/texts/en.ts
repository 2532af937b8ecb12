import type { Texts } from '../../../text/texts';

export const chat: Texts['chat'] = {
  title: 'Chat',
  lead: 'Choose a chat application and start with your own token.',
  none: 'No chat applications yet',
  noneHint: 'Ask your administrator to configure chat links',
  keyNotShown:
    'The keys of your tokens are not shown again: enter the key that you kept in the chat application.',
  noToken: 'You have no enabled token. Create or enable one first.',
  unreadable: 'The chat data could not be read',
  badLink: 'The chat link is not configured properly. Contact your administrator.',
  jumping: 'Redirecting…',
  loading: 'Loading…',
  openApp: 'Open {{name}}',
  openAppHint: 'This link opens an application on your device and cannot be shown inside the page.',
  askHost: 'Give your key to {{host}}?',
  askHostHint:
    'The chat application “{{name}}” is at {{host}}. It will receive the key of your token and can spend your quota. You are asked once per host.',
  agreeHost: 'Trust {{host}}',
  newTab: 'Open in a new tab',
};

import type { Texts } from '../../../text/texts';

export const setup: Texts['setup'] = {
  title: 'Set up',
  lead: 'Create the administrator account, choose how the system is used, and you are ready.',
  importLead:
    'Coming from new-api, one-api or a fork? After setting up and signing in, you can import its database.',
  importSubmit: 'Set up, then import',
  failed: 'The state of the setup could not be read',
  rootExists: 'The administrator account already exists. Continue with the system settings.',
  linkTitle: 'Open the set-up link',
  linkText:
    'The server printed a link when it started: look for /setup?token= in its output. It works for 24 hours; a restart prints a new one. Instead, you can set INITIAL_ROOT_PASSWORD and restart.',
  account: 'Administrator account',
  username: 'Username',
  needUsername: 'Enter the administrator username',
  badUsername: 'A username has at most 12 characters and no @',
  password: 'Password',
  needPassword: 'Enter the administrator password',
  repeat: 'Confirm password',
  needRepeat: 'Confirm the administrator password',
  shortPassword: 'The password must have at least 8 characters',
  differ: 'The two passwords differ',
  system: 'System settings',
  mode: 'Usage mode',
  modeHint: 'Can be changed after the setup',
  modeHelp: 'About usage modes',
  modes: {
    external: 'Public service',
    self: 'Self-use mode',
    demo: 'Demo site',
  },
  modeShort: {
    external: 'For multiple users, with registration and billing',
    self: 'For yourself only, no registration',
    demo: 'To demonstrate features',
  },
  modeLong: {
    external:
      'Serves many users: registration can be open, usage is billed by model prices, and models without a price cannot be called. This is the default.',
    self: 'For yourself or a few people: registration is closed, and models without a price can be called too, at ratio 37.5.',
    demo: 'To present the product: every page is marked as a demo site.',
  },
  submit: 'Initialize system',
  done: 'System initialized, redirecting…',
};

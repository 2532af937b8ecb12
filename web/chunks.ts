/**
 * How the built scripts are cut. Left alone, every set of pages that shares a module gets a file of its own: some sixty
 * per page, and asking for them takes longer than running them. What is heavy and shown by few (charts, markdown, the
 * sanitizer) stays out, as do the texts: of those only one language is wanted.
 */
export const chunks = [
  // Every visit.
  { name: 'base', tags: ['$initial' as const], priority: 4 },
  // What people see who are not signed in.
  {
    name: 'visitor',
    test: /@mantine\/(form\/|core\/.*\/(TextInput|PasswordInput|Title|Paper|Divider|SimpleGrid|Code|Alert)\/)|@tabler\/|src\/(lib\/use-(action|countdown|site-text)|ui\/(frame|site-text|password-meter)|features\/auth\/(?!.*(telegram|wechat-dialog)))/,
    minShareCount: 2,
    priority: 3,
  },
  // What hangs over a page or scrolls in it, and what knows no page: menus, tooltips, the sidebar, toasts.
  {
    name: 'floating',
    test: /@mantine\/(hooks\/|core\/.*\/(Menu|Tooltip|ScrollArea|Transition|Portal|Avatar)\/)|react-remove-scroll|src\/(ui\/(copy-text|markdown\.)|lib\/(?!sanitize))/,
    minShareCount: 2,
    priority: 2,
  },
  // What the pages of the console share: tables, panels, every kind of field.
  {
    name: 'console',
    test: /@mantine\/core\/|src\/ui\/(?!html|markdown-body|code-block)/,
    minShareCount: 2,
    priority: 1,
  },
];

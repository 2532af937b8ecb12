/**
 * Chunk groups of the build. By default every set of pages that shares a module gets its own file: about sixty per page,
 * which take longer to request than to run. Heavy modules that few pages use (charts, markdown, the sanitizer) stay out
 * of the groups, as do the texts, because only one language is loaded.
 */
export const chunks = [
  // Loaded on every visit.
  { name: 'base', tags: ['$initial' as const], priority: 4 },
  // Pages for signed-out users.
  {
    name: 'visitor',
    test: /@mantine\/(form\/|core\/.*\/(TextInput|PasswordInput|Title|Paper|Divider|SimpleGrid|Code|Alert)\/)|@tabler\/|src\/(lib\/(\w+\/use-(action|countdown|site-text)|browser\/passkeys)|ui\/\w+\/(frame|site-text|password-meter)|features\/auth\/(?!texts\/|.*(telegram|wechat-dialog)))/,
    minShareCount: 2,
    priority: 3,
  },
  // Page-independent parts: menus, tooltips, the sidebar, toasts.
  {
    name: 'floating',
    test: /@mantine\/(hooks\/|core\/.*\/(Menu|Tooltip|ScrollArea|Transition|Portal|Avatar)\/)|react-remove-scroll|src\/(ui\/(button\/copy-text|text\/markdown\.)|lib\/(?!browser\/sanitize))/,
    minShareCount: 2,
    priority: 2,
  },
  // Shared by the console pages: tables, panels and form fields.
  {
    name: 'console',
    test: /@mantine\/core\/|src\/ui\/(?!text\/(html|markdown-body|code-block))/,
    minShareCount: 2,
    priority: 1,
  },
];

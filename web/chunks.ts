/** Modules of Mantine's components with these names. */
const mantine = (names: string) => `@mantine/core/.*/(${names})/`;

const any = (...parts: string[]) => new RegExp(parts.join('|'));

/**
 * Chunk groups of the build. By default every set of pages that shares a module gets its own file: about sixty per page,
 * which take longer to request than to run. A page loads the groups that it has something of, and a group takes along what its modules
 * import unless an earlier one has it; so what dialogs alone need stands apart from what lists need. Heavy modules that few pages use
 * (charts, markdown, the sanitizer) stay out of the groups, as do the texts, because only one language is loaded.
 */
const GROUPS = [
  // The pages for signed-out users and most others.
  [
    'visitor',
    any(
      mantine('Input|InputBase|TextInput|Title|Paper|Divider|SimpleGrid|Code|Alert|CloseButton'),
      '@tabler/',
      'hooks/.*/use-uncontrolled',
      'src/lib/.*/(use-action|use-countdown|use-site-text|own-language|passkeys|json|is-email|steady)',
      String.raw`src/ui/\w+/(frame|site-text|password-meter|markdown\.)|contract/(limits|enums)`,
    ),
  ],
  // Menus, tooltips, the sidebar, toasts.
  [
    'floating',
    any(
      '@floating-ui/',
      '@mantine/hooks/',
      mantine('Menu|Tooltip|ScrollArea|Transition|Portal|Popover|Avatar'),
      String.raw`src/ui/button/copy-text`,
    ),
  ],
  // Lists and their filters.
  [
    'table',
    any(
      mantine('Table|Checkbox|Pagination|Combobox|Select'),
      'src/ui/(table|page)/(?!bulk-dialog|request-examples)',
    ),
  ],
  // What else several pages show at once.
  [
    'console',
    any(
      mantine('Badge|Skeleton|Collapse|Highlight|Progress|Indicator'),
      String.raw`src/lib/(?!models/|browser/(sanitize|zod))`,
      String.raw`src/ui/(?!form/|page/|dialog/(copy|modal|use-unsaved)|feedback/remedy|text/(html|markdown-body|code-block|qr))`,
    ),
  ],
  // Apart, so that a page that has one of them does not load the forms.
  ...['Switch', 'SegmentedControl', 'Autocomplete|Pill', 'Textarea', 'MultiSelect', 'Tabs'].map(
    (names) => [`input-${names.split('|')[0]}`.toLowerCase(), any(mantine(names))] as const,
  ),
  ['number', any(mantine('NumberInput'), 'react-number-format')],
  ['dialog', any(mantine('Modal|ModalBase'), 'react-remove-scroll', 'src/ui/dialog/(modal|use-unsaved)')],
  ['form', any('@mantine/form/', mantine('PasswordInput'))],
  ['sign-in', /src\/features\/auth\/(?!texts\/|.*(telegram|wechat-dialog))/],
  // How clients call the gateway.
  ['samples', any('src/lib/models/', 'src/ui/page/request-examples')],
  // Forms, and the dialogs they stand in.
  [
    'fields',
    any(mantine('TagsInput|PillsInput'), 'src/ui/(?!feedback/remedy|text/(html|markdown-body|code-block))'),
  ],
] as const;

export const chunks = [
  // Loaded on every visit.
  { name: 'base', tags: ['$initial' as const], priority: GROUPS.length + 1 },
  ...GROUPS.map(([name, test], index) => ({ name, test, minShareCount: 2, priority: GROUPS.length - index })),
];

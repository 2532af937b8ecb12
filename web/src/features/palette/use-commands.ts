import { factsOf, type Language, LANGUAGES } from '#contract/languages';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import {
  type Icon,
  IconKeyboard,
  IconLanguage,
  IconMoon,
  IconPlus,
  IconSun,
  IconTestPipe,
  IconUserPlus,
} from '@tabler/icons-react';
import { call, get } from '../../lib/api/api';
import { useStatus } from '../../lib/api/use-status';
import { copyText } from '../../lib/browser/clipboard';
import { runShortcut } from '../../lib/browser/use-shortcuts';
import { toast } from '../../lib/interaction/toast';
import { messageOf } from '../../lib/interaction/use-action';
import { chooseLanguage } from '../../lib/api/own-language';
import { currentLanguage } from '../../text';
import type { Tools } from './objects/tools';
import type { PaletteEntry } from './palette.types';
import { WORDS } from './words';

/** Commands that need no record. */
export function useCommands({ t, admin, navigate }: Tools): PaletteEntry[] {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light', { getInitialValueInEffect: false }) === 'dark';
  const { register_enabled: canRegister } = useStatus();
  const command = (id: string, label: string, icon: Icon, go: () => void): PaletteEntry => ({
    id: `command ${id}`,
    label,
    keywords: WORDS[id] ?? '',
    icon,
    act: { go },
  });
  const add = (id: string, label: string, path: string) => command(id, label, IconPlus, () => navigate(path));
  const commands: (PaletteEntry | false)[] = [
    add('new-token', t('palette.newToken'), '/token/add'),
    admin && add('new-channel', t('palette.newChannel'), '/channel/add'),
    admin && add('new-user', t('palette.newUser'), '/user/add'),
    admin && add('new-redemption', t('palette.newRedemption'), '/redemption/add'),
    admin && {
      ...command('test-all', t('channel.testAll'), IconTestPipe, () => undefined),
      act: {
        step: {
          kind: 'confirm',
          title: t('channel.ask.testAll'),
          text: t('channel.askText.testAll'),
          confirm: t('common.test'),
          danger: false,
          change: {
            kind: 'channel',
            async send() {
              await call<null>('GET', '/api/channel/test');
              navigate('/channel');
            },
            done: t('channel.testAllStarted'),
          },
        },
      },
    },
    canRegister && command('invite', t('palette.invite'), IconUserPlus, () => void copyInvitation(t)),
    command('theme', t(dark ? 'palette.toLight' : 'palette.toDark'), dark ? IconSun : IconMoon, () =>
      setColorScheme(dark ? 'light' : 'dark'),
    ),
    ...LANGUAGES.filter((language) => language !== currentLanguage()).map((language) => ({
      ...command(
        `language ${language}`,
        `${t('nav.language')}: ${factsOf(language).name}`,
        IconLanguage,
        () => void chooseLanguage(language),
      ),
      keywords: `${WORDS.language} ${namesOf(language)}`,
    })),
    { ...command('shortcuts', t('shortcuts.title'), IconKeyboard, () => runShortcut('?')), shortcut: '?' },
  ];
  return commands.filter((each) => each !== false);
}

/** What a language is called in each. */
function namesOf(language: Language): string {
  return LANGUAGES.map((each) => new Intl.DisplayNames([each], { type: 'language' }).of(language)).join(' ');
}

async function copyInvitation(t: Tools['t']): Promise<void> {
  try {
    const code = await get<string>('/api/user/aff');
    await copyText(
      `${location.origin}/register?aff=${encodeURIComponent(code)}`,
      t('palette.invitationCopied'),
    );
  } catch (problem) {
    toast.error(messageOf(problem));
  }
}

import { factsOf, LANGUAGES } from '#contract/languages';
import { ActionIcon, Menu } from '@mantine/core';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../lib/api/own-language';
import { currentLanguage } from '../../text';

/** The language menu; rendered only after its button was pressed, so it starts open. */
export function LanguageList() {
  const { t } = useTranslation();
  const current = currentLanguage();
  return (
    <Menu width={160} defaultOpened>
      <Menu.Target>
        <ActionIcon size="lg" aria-label={t('nav.language')} title={t('nav.language')}>
          <IconLanguage size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {LANGUAGES.map((language) => (
          <Menu.Item
            key={language}
            lang={language}
            aria-current={language === current || undefined}
            rightSection={language === current ? <IconCheck size={16} /> : undefined}
            onClick={() => void chooseLanguage(language)}
          >
            {factsOf(language).name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

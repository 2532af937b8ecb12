import { ActionIcon } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';

const loadList = () => import('./language-list');
const LanguageList = lazy(async () => ({ default: (await loadList()).LanguageList }));

/** The language button; its menu is loaded on hover or press. */
export function LanguageMenu() {
  const { t } = useTranslation();
  const [isRequested, setIsRequested] = useState(false);
  const button = (
    <ActionIcon
      size="lg"
      aria-label={t('nav.language')}
      title={t('nav.language')}
      aria-haspopup="menu"
      onPointerEnter={() => void loadList()}
      onClick={() => setIsRequested(true)}
    >
      <IconLanguage size={18} stroke={1.75} />
    </ActionIcon>
  );
  if (!isRequested) return button;
  return (
    <Suspense fallback={button}>
      <LanguageList />
    </Suspense>
  );
}

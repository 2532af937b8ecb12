import { factsOf, isLanguage, LANGUAGES, type Language } from '#contract/languages';
import { useTranslation } from 'react-i18next';
import { Select } from './inputs';

interface Props {
  label: string;
  description?: string;
  /** What no choice means; the language of the site by default. */
  empty?: string;
  value?: Language | '';
  disabled?: boolean;
  onChange?: (language: Language | '') => void;
}

/** A choice of a reader's language, or of none. Each language is named in itself. */
export function LanguageSelect({ empty, onChange, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <Select
      allowDeselect={false}
      data={[
        { value: '', label: empty ?? t('common.siteLanguage') },
        ...LANGUAGES.map((language) => ({ value: language, label: factsOf(language).name })),
      ]}
      onChange={(value) => onChange?.(isLanguage(value) ? value : '')}
      {...props}
    />
  );
}

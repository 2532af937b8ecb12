import { defaultText } from '#contract/options/index';
import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocalized } from '../../../text/localized';
import { sameValue, shownText } from './field-values';
import type { Field } from './fields';
import type { OptionForm } from './use-option-form';

/** Characters of a default that are shown; a longer one is only said to differ. */
const MAX_SHOWN = 40;

interface DefaultNoteProps {
  field: Field;
  form: OptionForm;
  locked: boolean;
}

/** Marks a value that differs from the default, and sets it back. Options that are empty by default have no mark. */
export function DefaultNote({ field, form, locked }: DefaultNoteProps) {
  const { t } = useTranslation();
  const localized = useLocalized();
  const standard = defaultText(field);
  if (isEmpty(standard) || sameValue(field, standard, form.textOf(field))) return null;
  const shown = shownDefault();
  // An instant switch is set back by itself.
  const isEditable = !locked && !(field.kind === 'boolean' && field.instant);
  return (
    <Text size="xs" c="dimmed" mt={6} data-changed>
      {shown === undefined
        ? t('settings.form.default.differs')
        : t('settings.form.default.value', { value: shown })}
      {isEditable && (
        <>
          {' · '}
          <Anchor
            component="button"
            type="button"
            size="xs"
            aria-label={t('settings.form.default.useNamed', { name: localized(field.label) })}
            onClick={() => form.edit(field, shownText(field, standard))}
          >
            {t('settings.form.default.use')}
          </Anchor>
        </>
      )}
    </Text>
  );

  function shownDefault(): string | undefined {
    if (field.kind === 'boolean') return t(standard === 'true' ? 'common.on' : 'common.off');
    if (field.kind === 'choice') {
      const choice = field.choices.find(({ value }) => value === standard);
      return choice && localized(choice.label);
    }
    return field.kind === 'json' || standard.length > MAX_SHOWN ? undefined : standard;
  }
}

function isEmpty(text: string): boolean {
  return ['', '{}', '[]'].includes(text);
}

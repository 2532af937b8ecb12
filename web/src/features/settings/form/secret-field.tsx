import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLocalized } from '../../../text/localized';
import { useOptions } from '../use-options';
import type { Field } from './fields';
import { type Control, lineOf } from './inputs';
import { PasswordInput } from '../../../ui/form/inputs';

/** A stored secret is never shown: an empty field leaves it unchanged, and a separate action clears it. */
export function SecretField(props: Control<Field<'secret'>>) {
  const { t } = useTranslation();
  const localized = useLocalized();
  const { field, form, locked } = props;
  const isStored = useOptions().secrets.includes(field.key);
  const draft = form.draftOf(field);
  const clearing = draft === '';
  const line = lineOf(props);
  return (
    <div>
      <PasswordInput
        {...line}
        disabled={locked || clearing}
        placeholder={t(
          `settings.form.${clearing ? 'secretCleared' : isStored ? 'secretHidden' : 'secretAbsent'}`,
        )}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('common.reveal'), tabIndex: 0 }}
        value={draft ?? ''}
        onChange={(event) => form.edit(field, event.currentTarget.value || undefined)}
      />
      {!locked && isStored && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          mt={6}
          aria-label={`${t(clearing ? 'settings.form.secretKeep' : 'settings.form.secretClear')}: ${localized(field.label)}`}
          onClick={() => form.edit(field, clearing ? undefined : '')}
        >
          {t(clearing ? 'settings.form.secretKeep' : 'settings.form.secretClear')}
        </Anchor>
      )}
    </div>
  );
}

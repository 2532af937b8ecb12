import { useTranslation } from 'react-i18next';
import { type FormOf, formPart } from '../../../../ui/form/form-part';
import { useChannelTypes } from '../../use-channel-types';
import type { ChannelValues } from '../channel-values';
import { MapField } from '../mapping/map-field';

const FIELDS = ['mapping', 'statusMapping', 'models', 'type'] as const;

interface Props {
  form: FormOf<ChannelValues, (typeof FIELDS)[number]>;
}

/** What is replaced on the way to the upstream and back. */
export const MappingFields = formPart(FIELDS, function MappingFields({ form }: Props) {
  const { t } = useTranslation();
  const types = useChannelTypes();
  const { mapping, statusMapping, models, type } = form.values;
  return (
    <>
      <MapField
        label={t('channelForm.mapping')}
        description={t('channelForm.mappingHint')}
        from={{ label: t('channelForm.mappingFrom'), suggestions: models }}
        to={{ label: t('channelForm.mappingTo'), suggestions: types.of(type)?.models ?? [] }}
        template={{ 'gpt-3.5-turbo': 'gpt-3.5-turbo-0125' }}
        value={mapping}
        error={form.errors.mapping}
        onChange={(value) => form.setFieldValue('mapping', value)}
      />
      <MapField
        label={t('channelForm.statusMapping')}
        description={t('channelForm.statusMappingHint')}
        from={{ label: t('channelForm.statusFrom'), isNumeric: true }}
        to={{ label: t('channelForm.statusTo'), isNumeric: true }}
        template={{ '400': '500' }}
        value={statusMapping}
        error={form.errors.statusMapping}
        onChange={(value) => form.setFieldValue('statusMapping', value)}
      />
    </>
  );
});

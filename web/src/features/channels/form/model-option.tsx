import { Group, type TagsInputProps, Text } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChannelTypeResponse, ModelDatesResponse } from '#contract/resources/channels/channel-type';

type RenderOption = NonNullable<TagsInputProps['renderOption']>;

/** Shows a model with what its provider says about its life. */
export function useModelOption(type: ChannelTypeResponse | undefined): RenderOption {
  const { t } = useTranslation();
  return useCallback<RenderOption>(
    ({ option }) => {
      const dates = type?.model_dates.find(({ model }) => model === option.value);
      return (
        <Group justify="space-between" wrap="nowrap" gap="sm" w="100%">
          <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
            {option.value}
          </Text>
          {dates && (
            <Text span size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {lifeOf(dates, t)}
            </Text>
          )}
        </Group>
      );
    },
    [type, t],
  );
}

/** The day that matters: of the retirement, past or announced, else of the release. */
function lifeOf({ released, retires, retired }: ModelDatesResponse, t: TFunction): string {
  if (retired)
    return retires === '' ? t('channelForm.retiredUndated') : t('channelForm.retiredOn', { day: retires });
  if (retires !== '') return t('channelForm.retiresOn', { day: retires });
  return t('channelForm.releasedOn', { day: released });
}

import { Input, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { steady } from '../../../../lib/interaction/steady';
import { NumberInput } from '../../../../ui/form/inputs';
import { isRecord } from '../channel-checks';
import { LIMITS } from '../channel-setting';
import { numberOf } from './setting-editor';

interface LimitsFieldProps {
  title: string;
  limits: unknown;
  disabled: boolean;
  onChange: (limits: Record<string, unknown>) => void;
}

export const LimitsField = steady(function LimitsField(props: LimitsFieldProps) {
  const { title, limits, disabled, onChange } = props;
  const { t } = useTranslation();
  const current = isRecord(limits) ? limits : {};

  function set(key: string, value: number | string) {
    const { [key]: _old, ...rest } = current;
    onChange(typeof value === 'number' ? { ...rest, [key]: value } : rest);
  }

  return (
    <Input.Wrapper component="fieldset" bd="none" p={0} m={0}>
      <Input.Label component="legend" p={0} mb={6}>
        {title}
      </Input.Label>
      <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="xs">
        {LIMITS.map((key) => (
          <NumberInput
            key={key}
            description={t(`channelSetting.limit.${key}`)}
            aria-label={`${title}: ${t(`channelSetting.limit.${key}`)}`}
            placeholder={t('channelSetting.unlimited')}
            min={0}
            allowDecimal={false}
            thousandSeparator=","
            disabled={disabled}
            value={numberOf(current[key])}
            onChange={(value) => set(key, value)}
          />
        ))}
      </SimpleGrid>
    </Input.Wrapper>
  );
});

import { MAX_OVERLAP_HOURS, type TokenResponse } from '#contract/resources/token';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../ui/dialog/modal';
import { NumberInput } from '../../../ui/form/inputs';
import { isWhole } from '../token-form-values';

const DAY = 24;
/** Hours. */
const CHOICES = [0, 1, DAY, 7 * DAY, MAX_OVERLAP_HOURS];

interface ReplaceKeyDialogProps {
  token: TokenResponse;
  pending: boolean;
  onReplace: (hours: number) => void;
  onClose: () => void;
}

/** Asks how long the old key is accepted beside the new one. */
export function ReplaceKeyDialog({ token, pending, onReplace, onClose }: ReplaceKeyDialogProps) {
  const { t } = useTranslation();
  const [hours, setHours] = useState<number | string>(DAY);
  const isValid = isWhole(hours, 0) && Number(hours) <= MAX_OVERLAP_HOURS;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isValid) onReplace(Number(hours));
  }

  return (
    <Modal opened onClose={onClose} title={t('token.replaceKeyTitle', { name: token.name })}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm">{t('token.replaceKeyText')}</Text>
          <div>
            <NumberInput
              label={t('token.overlap')}
              description={t('token.overlapHint')}
              min={0}
              max={MAX_OVERLAP_HOURS}
              allowDecimal={false}
              error={isValid ? undefined : t('token.badOverlap', { max: MAX_OVERLAP_HOURS })}
              value={hours}
              onChange={setHours}
              data-autofocus
            />
            <Group gap={6} mt={8}>
              {CHOICES.map((choice) => (
                <Button
                  key={choice}
                  size="compact-sm"
                  variant="default"
                  fw={400}
                  onClick={() => setHours(choice)}
                >
                  {choice === 0
                    ? t('token.overlapNone')
                    : choice < 2 * DAY
                      ? t('token.hours', { n: choice })
                      : t('token.days', { n: choice / DAY })}
                </Button>
              ))}
            </Group>
          </div>
          {token.former_key && (
            <Alert color="yellow" py={8}>
              {t('token.overlapEnds', { end: token.former_key.end })}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" color="red.8" loading={pending} disabled={!isValid}>
              {t('token.replaceKey')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

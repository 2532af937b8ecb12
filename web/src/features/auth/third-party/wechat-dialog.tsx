import { Button, Image, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { imageAddress } from '../../../lib/browser/loadable-address';
import { useStatus } from '../../../lib/api/use-status';
import { Modal } from '../../../ui/dialog/modal';

interface WechatDialogProps {
  title: string;
  /** Label of the submit button. */
  action: string;
  pending: boolean;
  onSubmit: (code: string) => void;
  onClose: () => void;
}

/** Prompts for the code that WeChat's official account sends on request; used for sign-in and for account binding. */
export function WechatDialog({ title, action, pending, onSubmit, onClose }: WechatDialogProps) {
  const { t } = useTranslation();
  const qrCode = imageAddress(useStatus().wechat_qrcode);
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);

  function submit() {
    if (code.trim()) onSubmit(code.trim());
    else setMissing(true);
  }

  return (
    <Modal opened onClose={onClose} title={title} size={400}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (!pending) submit();
        }}
      >
        <Stack gap="md">
          {qrCode && (
            <Image src={qrCode} alt={t('authPages.third.wechatQr')} w={200} h={200} fit="contain" mx="auto" />
          )}
          <Text size="sm" c="dimmed" ta="center" style={{ textWrap: 'balance' }}>
            {t('authPages.third.wechatHint')}
          </Text>
          <TextInput
            label={t('authPages.code.label')}
            autoComplete="one-time-code"
            data-autofocus
            value={code}
            error={missing && t('authPages.code.needed')}
            onChange={(event) => {
              setCode(event.currentTarget.value);
              setMissing(false);
            }}
          />
          <Button type="submit" fullWidth loading={pending}>
            {action}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

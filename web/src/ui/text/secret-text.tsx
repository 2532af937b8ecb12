import { Center, Group, Popover, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { CopyText } from '../button/copy-text';
import { hint } from '../feedback/hint';
import { QrCode } from '../media/qr-code';
import { RowButton } from '../button/row-button';
import { useAnchored } from '../button/use-anchored';

interface SecretTextProps {
  text: string;
  /** Shown until the secret is revealed. */
  masked: string;
  /** Accessible names of the two buttons. */
  reveal: string;
  copy: string;
  /** Accessible name of the QR code; without it there is no QR code. */
  qr?: string;
}

/** A masked secret that can be revealed, or copied without being revealed. */
export function SecretText({ text, masked, reveal, copy, qr }: SecretTextProps) {
  const { button, box, toggle } = useAnchored('dialog');
  return (
    <Group gap={2} wrap="nowrap">
      <Text span size="xs" ff="monospace" style={{ whiteSpace: 'nowrap' }}>
        {masked}
      </Text>
      <RowButton {...button} {...hint(reveal)} aria-label={reveal} onClick={toggle}>
        <IconEye size={16} stroke={1.75} />
      </RowButton>
      {box && (
        <Popover {...box.control} position="bottom" withArrow>
          {box.anchor}
          <Popover.Dropdown maw={360}>
            <Text size="xs" ff="monospace" style={{ wordBreak: 'break-all', userSelect: 'all' }}>
              {text}
            </Text>
            {qr && (
              <Center mt="xs">
                <QrCode text={text} label={qr} />
              </Center>
            )}
          </Popover.Dropdown>
        </Popover>
      )}
      <CopyText text={text} label={copy} secret />
    </Group>
  );
}

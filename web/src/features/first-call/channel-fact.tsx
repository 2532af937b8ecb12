import { Anchor, Button, Group, Text } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { messageOf } from '../../lib/interaction/use-action';
import { PasswordInput } from '../../ui/form/inputs';
import { Candidates, Probes } from '../channels/form/key-candidates';
import { useChannelTypes } from '../channels/use-channel-types';
import { ChannelSummary } from './channel-summary';
import { Fact } from './fact';
import { useKeyChannel } from './use-key-channel';

interface ChannelFactProps {
  isDone: boolean;
  onChange: () => Promise<void>;
}

/** For administrators: a channel that works, made from a pasted key. */
export function ChannelFact({ isDone, onChange }: ChannelFactProps) {
  const { t } = useTranslation();
  return (
    <Fact
      title={t('firstCall.channel')}
      isDone={isDone}
      note={isDone ? t('firstCall.channelDone') : undefined}
    >
      {!isDone && <PastedKey onSaved={onChange} />}
    </Fact>
  );
}

function PastedKey({ onSaved }: { onSaved: () => Promise<void> }) {
  const { t } = useTranslation();
  const types = useChannelTypes();
  const channel = useKeyChannel(types);
  const [text, setText] = useState('');
  const [keyOfAddress, setKeyOfAddress] = useState('');
  const { pasted, result, chosen } = channel;

  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    // A field of one line would join the lines of several keys or of a document.
    event.preventDefault();
    const content = event.clipboardData.getData('text').trim();
    setText(content);
    channel.recognise(content);
  }

  function onEnter(act: () => void) {
    return (event: KeyboardEvent) => {
      if (event.key === 'Enter' && !event.nativeEvent.isComposing) act();
    };
  }

  if (types.error !== undefined && !types.loaded)
    return (
      <Group gap="sm">
        <Text size="sm">{messageOf(types.error)}</Text>
        <Button size="xs" variant="default" onClick={types.retry}>
          {t('common.retry')}
        </Button>
      </Group>
    );

  return (
    <>
      <PasswordInput
        label={t('firstCall.key')}
        description={t('firstCall.keyHint')}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('common.reveal'), tabIndex: 0 }}
        disabled={!types.loaded}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          channel.clear();
        }}
        onPaste={onPaste}
        onKeyDown={onEnter(() => channel.recognise(text))}
      />
      {pasted.address !== '' && pasted.key === '' && (
        <PasswordInput
          label={t('firstCall.addressKey', { address: pasted.address })}
          description={t('firstCall.addressKeyHint')}
          autoComplete="new-password"
          autoFocus
          value={keyOfAddress}
          onChange={(event) => setKeyOfAddress(event.currentTarget.value)}
          onKeyDown={onEnter(() => channel.addKey(keyOfAddress))}
        />
      )}
      {!result && text.trim() !== '' && (
        <Group gap="sm">
          <Button
            size="xs"
            variant="default"
            loading={channel.pending}
            onClick={() =>
              pasted.address !== '' && pasted.key === ''
                ? channel.addKey(keyOfAddress)
                : channel.recognise(text)
            }
          >
            {t('keyRecognition.recognise')}
          </Button>
        </Group>
      )}
      <div aria-live="polite">
        {result && !chosen && (
          <>
            <Candidates candidates={result.candidates} types={types} onChoose={channel.choose} />
            <Probes probes={result.probes} types={types} pending={channel.pending} onAsk={channel.probe} />
          </>
        )}
        {chosen && <ChannelSummary key={chosen.key} channel={channel} chosen={chosen} onSaved={onSaved} />}
      </div>
      <Text size="xs" c="dimmed">
        {t('firstCall.otherWay')}{' '}
        <Anchor component={Link} to="/channel/add" size="xs" underline="always">
          {t('channel.add')}
        </Anchor>
      </Text>
    </>
  );
}

import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { prettyJson } from '../../../lib/format/json';
import { CodeBlock } from '../../../ui/text/code-block';
import type { ToolCall } from '../playground.types';

interface ToolCallsProps {
  calls: readonly ToolCall[];
  disabled: boolean;
  onAnswer: (results: readonly string[]) => void;
}

/** The tools that the model calls with their arguments, and a field for the result of each. */
export function ToolCalls({ calls, disabled, onAnswer }: ToolCallsProps) {
  const { t } = useTranslation();
  const [results, setResults] = useState(() => calls.map(({ result = '' }) => result));
  return (
    <Stack gap="xs" mt="xs" role="group" aria-label={t('playground.toolCalls')}>
      {calls.map(({ id, name, arguments: text }, index) => (
        <div key={`${index}-${id}`}>
          <Text size="sm" fw={600}>
            {t('playground.toolCall', { name })}
          </Text>
          <CodeBlock language="JSON" code={prettyJson(text) ?? text} />
          <Textarea
            label={t('playground.toolResult', { name })}
            autosize
            maxRows={8}
            value={results[index] ?? ''}
            disabled={disabled}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setResults((current) => calls.map((_, at) => (at === index ? value : (current[at] ?? ''))));
            }}
          />
        </div>
      ))}
      <div>
        <Button size="compact-sm" variant="default" disabled={disabled} onClick={() => onAnswer(results)}>
          {t('playground.toolSend')}
        </Button>
      </div>
    </Stack>
  );
}

import { Anchor, Group, Tabs, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CodeBlock } from '../text/code-block';
import classes from './request-examples.module.css';

export interface RequestExample {
  /** What the request does. */
  title: string;
  code: string;
}

/** Requests to copy, for pages that show the results of requests and have none yet. */
export function RequestExamples({ examples }: { examples: readonly RequestExample[] }) {
  const { t } = useTranslation();
  const [first] = examples;
  if (!first) return null;
  return (
    <section className={classes.examples} aria-label={t('running.example')}>
      <Group justify="space-between" gap="xs" mb={examples.length > 1 ? 'xs' : 0}>
        <Text size="sm" c="dimmed" flex="1 1 240px">
          {t('running.exampleHint')}
        </Text>
        <Anchor component={Link} to="/token" size="sm">
          {t('running.tokens')}
        </Anchor>
      </Group>
      {examples.length === 1 ? (
        <CodeBlock code={first.code} language="curl" />
      ) : (
        <Tabs defaultValue={first.title} keepMounted={false}>
          <Tabs.List aria-label={t('running.example')}>
            {examples.map(({ title }) => (
              <Tabs.Tab key={title} value={title}>
                {title}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {examples.map(({ title, code }) => (
            <Tabs.Panel key={title} value={title}>
              <CodeBlock code={code} language="curl" />
            </Tabs.Panel>
          ))}
        </Tabs>
      )}
    </section>
  );
}

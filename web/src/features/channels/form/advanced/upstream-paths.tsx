import {
  upstreamAuth,
  upstreamSetting,
  usualPaths,
  type UpstreamPath,
} from '#contract/resources/channels/channel-upstream';
import { Input, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FormOf, formPart } from '../../../../ui/form/form-part';
import { Select, TextInput, Textarea } from '../../../../ui/form/inputs';
import { isRecord } from '../channel-checks';
import type { ChannelValues } from '../channel-values';
import { readSetting, withSetting } from '../channel-setting';
import { textOf } from './setting-editor';

interface Props {
  form: FormOf<ChannelValues, 'setting'>;
  /** Operations that can have a path of their own. */
  paths: readonly UpstreamPath[];
}

/** Paths, authentication and headers of a custom upstream: the member `upstream` of the setting. */
export const UpstreamPaths = formPart(['setting'], function UpstreamPaths(props: Props) {
  const { form, paths } = props;
  const { t } = useTranslation();
  const { setting: text } = form.values;
  const setting = readSetting(text);
  const upstream = isRecord(setting?.upstream) ? setting.upstream : {};
  const currentPaths = isRecord(upstream.paths) ? upstream.paths : {};
  const [lines, setLines] = useState(() => linesOf(upstream.headers));
  const disabled = setting === undefined;
  const auth = upstreamAuth.options.find((name) => name === upstream.auth) ?? 'bearer';
  const issues = upstreamSetting.safeParse(upstream).error?.issues ?? [];
  const problem = (...path: string[]) =>
    issues.some((issue) => path.every((name, index) => issue.path[index] === name)) &&
    t('channelUpstream.bad');

  function set(name: string, value: unknown) {
    const { [name]: _old, ...rest } = upstream;
    const empty = value === '' || (isRecord(value) && Object.keys(value).length === 0);
    form.setFieldValue('setting', withSetting(text, 'upstream', empty ? rest : { ...rest, [name]: value }));
  }

  function setPath(name: UpstreamPath, value: string) {
    const { [name]: _old, ...rest } = currentPaths;
    set('paths', value === '' ? rest : { ...rest, [name]: value });
  }

  return (
    <Stack component="section" gap="md" aria-label={t('channelUpstream.title')}>
      <Title order={5}>{t('channelUpstream.title')}</Title>
      <Text size="xs" c="dimmed">
        {t('channelUpstream.lead')}
      </Text>
      <Select
        label={t('channelUpstream.auth')}
        data={upstreamAuth.options.map((value) => ({ value, label: t(`channelUpstream.auths.${value}`) }))}
        allowDeselect={false}
        disabled={disabled}
        value={auth}
        onChange={(value) => set('auth', value === 'bearer' ? '' : value)}
      />
      {auth === 'header' && (
        <TextInput
          label={t('channelUpstream.authHeader')}
          placeholder="X-Auth-Token"
          withAsterisk
          disabled={disabled}
          error={problem('auth_header')}
          value={textOf(upstream.auth_header)}
          onChange={(event) => set('auth_header', event.currentTarget.value.trim())}
        />
      )}
      <Textarea
        label={t('channelUpstream.headers')}
        description={t('channelUpstream.headersHint')}
        placeholder="X-Team: research"
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        disabled={disabled}
        error={problem('headers')}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        value={lines}
        onChange={(event) => {
          setLines(event.currentTarget.value);
          set('headers', headersOf(event.currentTarget.value));
        }}
      />
      <Input.Wrapper component="fieldset" bd="none" p={0} m={0}>
        <Input.Label component="legend" p={0} mb={6}>
          {t('channelUpstream.paths')}
        </Input.Label>
        <SimpleGrid cols={{ base: 1, xs: 2 }} verticalSpacing="xs">
          {paths.map((name) => (
            <TextInput
              key={name}
              description={t(`channelUpstream.path.${name}`)}
              aria-label={`${t('channelUpstream.paths')}: ${t(`channelUpstream.path.${name}`)}`}
              placeholder={usualPaths[name]}
              inputMode="url"
              disabled={disabled}
              error={problem('paths', name)}
              value={textOf(currentPaths[name])}
              onChange={(event) => setPath(name, event.currentTarget.value.trim())}
            />
          ))}
        </SimpleGrid>
      </Input.Wrapper>
    </Stack>
  );
});

function linesOf(headers: unknown): string {
  return isRecord(headers)
    ? Object.entries(headers)
        .map(([name, value]) => `${name}: ${textOf(value)}`)
        .join('\n')
    : '';
}

/** A line without a colon is a name without a value, so that nothing typed is lost. */
function headersOf(lines: string): Record<string, string> {
  const headerLines = lines.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    headerLines.map((line) => {
      const at = line.includes(':') ? line.indexOf(':') : line.length;
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );
}

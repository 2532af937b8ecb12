import type { ChannelTypeResponse } from '#contract/resources/channels/channel-type';
import { Button, Group } from '@mantine/core';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { splitList } from '../../../lib/format/format';
import { toast } from '../../../lib/interaction/toast';
import { type FormOf, formPart } from '../../../ui/form/form-part';
import { toInput } from './channel-form-values';
import type { ChannelValues } from './channel-values';
import { type Fetched, FetchedModels, RetiredModels, UnpricedModels } from './model-notes';
import { modelOptions, retiredModels } from './model-options';
import { useModelOption } from './model-option';
import { ModelChecklist } from './model-checklist';
import { useFetchModels } from './use-channel-form';
import { TagsInput, TextInput } from '../../../ui/form/inputs';

interface Props {
  form: FormOf<ChannelValues, 'models'>;
  /** All model names that the server knows. */
  knownModels: readonly string[];
  type: ChannelTypeResponse | undefined;
  /** The edited channel; undefined while creating. */
  id: number | undefined;
  /** Models of the provider that the key was recognised by, to tick; undefined without one. */
  offered: readonly string[] | undefined;
}

export const ChannelModelFields = formPart(['models'], function ChannelModelFields(props: Props) {
  const { form, knownModels, type, id, offered } = props;
  const { t } = useTranslation();
  const { models } = form.values;
  const setModels = (next: string[]) => form.setFieldValue('models', [...new Set(next)]);
  const renderOption = useModelOption(type);
  const data = useMemo(() => {
    const { suggested, others, retired } = modelOptions(type, knownModels);
    return [
      { group: t('channelForm.suggestedModels'), items: suggested },
      { group: t('channelForm.otherModels'), items: others },
      { group: t('channelForm.retiredModels'), items: retired },
    ].filter(({ items }) => items.length > 0);
  }, [type, knownModels, t]);
  const retired = retiredModels(type);
  const [fetched, setFetched] = useState<Fetched>();
  const fetching = useFetchModels((news) => {
    const added = news.filter((model) => !models.includes(model));
    setModels([...models, ...added]);
    setFetched({ added, missing: models.filter((model) => !news.includes(model)) });
    toast.success(t('channelForm.fetched', { n: added.length }));
  });

  function fetchModels() {
    const { type: typeNumber, key, base_url, setting } = toInput(form.getValues());
    if (id !== undefined || key !== '') {
      void fetching.run(id, { type: typeNumber, base_url, key, setting });
      return;
    }
    form.setFieldError('key', t('channelForm.needKey'));
    toast.error(t('channelForm.needKey'));
  }

  return (
    <>
      <div>
        <TagsInput
          label={t('channelForm.models')}
          description={t('channelForm.modelCount', { n: models.length })}
          placeholder={models.length === 0 ? t('channelForm.modelsPlaceholder') : undefined}
          withAsterisk
          data={data}
          renderOption={renderOption}
          limit={100}
          maxDropdownHeight={280}
          splitChars={[',', '\n']}
          styles={{ input: { maxHeight: offered ? 88 : 220, overflowY: 'auto' } }}
          {...form.getInputProps('models')}
        />
        <Group gap={6} mt={8}>
          <Button size="compact-sm" variant="default" onClick={() => setModels(type?.models ?? [])}>
            {t('channelForm.fillRelated')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setModels([...knownModels])}>
            {t('channelForm.fillAll')}
          </Button>
          <Button size="compact-sm" variant="default" loading={fetching.pending} onClick={fetchModels}>
            {t('channelForm.fetchModels')}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => setModels([])}>
            {t('channelForm.clearModels')}
          </Button>
        </Group>
      </div>
      {offered && (
        <ModelChecklist
          label={t('channelForm.checklist.title')}
          offered={offered}
          chosen={models}
          onChange={setModels}
        />
      )}
      <CustomModels models={models} onAdd={(added) => setModels([...models, ...added])} />
      {fetched && (
        <FetchedModels
          fetched={{
            added: fetched.added.filter((model) => models.includes(model)),
            missing: fetched.missing.filter((model) => models.includes(model)),
          }}
          onRemove={(gone) => setModels(models.filter((model) => !gone.includes(model)))}
        />
      )}
      <RetiredModels
        models={models.filter((model) => retired.has(model))}
        onRemove={(gone) => setModels(models.filter((model) => !gone.includes(model)))}
      />
      <UnpricedModels models={models} listed={type?.listed_prices ?? NONE} />
    </>
  );
});

const NONE: readonly string[] = [];

interface CustomModelsProps {
  models: string[];
  onAdd: (added: string[]) => void;
}

function CustomModels({ models, onAdd }: CustomModelsProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');

  function add() {
    const entered = splitList(text);
    const added = entered.filter((model) => !models.includes(model));
    if (added.length < entered.length) toast.warning(t('channelForm.customExist'));
    onAdd(added);
    setText('');
  }

  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  }

  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        label={t('channelForm.custom')}
        placeholder={t('channelForm.customPlaceholder')}
        flex={1}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKey}
      />
      <Button variant="default" onClick={add}>
        {t('channelForm.customAdd')}
      </Button>
    </Group>
  );
}

import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ChatView } from './chat/chat-view';
import classes from './playground.module.css';
import { GroupField } from './chat/settings-panel';
import { modelsOf, modesOf } from './tasks/modes';
import { TaskStudio } from './tasks/task-studio';
import { useTaskJobs } from './tasks/use-task-jobs';
import { usePlaygroundSettings } from './use-playground-settings';

/** A chat, images, videos, music and drawings of any model, charged to the user's own balance. */
export function PlaygroundPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const playground = usePlaygroundSettings();
  const { settings, change, choices, priced = [], callGroup } = playground;
  const tasks = useTaskJobs(settings.group);
  const modes = modesOf(priced, callGroup);
  // A mode without models in the group is not shown.
  const mode = modes.find((each) => each === search.get('mode')) ?? 'chat';

  return (
    <div className={classes.page}>
      <h1 className={classes.hidden}>{t('playground.title')}</h1>
      {modes.length > 1 && (
        <SegmentedControl
          className={classes.modes}
          aria-label={t('playTasks.mode')}
          data={modes.map((value) => ({ value, label: t(`playTasks.modes.${value}`) }))}
          value={mode}
          onChange={(value) => setSearch(value === 'chat' ? {} : { mode: value }, { replace: true })}
        />
      )}
      {mode === 'chat' ? (
        <ChatView {...playground} />
      ) : (
        <TaskStudio
          mode={mode}
          models={modelsOf(mode, priced, callGroup)}
          groupField={
            <GroupField
              value={settings.group}
              groups={choices?.groups ?? []}
              onChange={(group) => change({ group })}
            />
          }
          groupRatio={choices?.groups.find(({ value }) => value === settings.group)?.ratio ?? 1}
          tasks={tasks}
        />
      )}
    </div>
  );
}

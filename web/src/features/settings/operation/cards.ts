import type { CardSpec } from '../form/fields';
import { CHATS, GROUP_RULES, GROUPS } from './row-cards';

const TIME_UNITS = ['hour', 'day', 'week'] as const;

export const GENERAL: CardSpec = {
  id: 'general',
  title: 'settings.operation.general.title',
  lead: 'settings.operation.general.lead',
  save: 'settings.operation.general.save',
  notice: 'settings.operation.general.chatsMoved',
  fields: [
    { key: 'TopUpLink', kind: 'text', root: true, label: 'settings.operation.general.topUpLink' },
    { key: 'general_setting.docs_link', kind: 'text', label: 'settings.operation.general.docsLink' },
    {
      key: 'QuotaPerUnit',
      kind: 'number',
      above: 0,
      label: 'settings.operation.general.quotaPerUnit',
      warning: {
        title: 'settings.operation.general.quotaWarningTitle',
        text: 'settings.operation.general.quotaWarning',
      },
    },
    {
      key: 'RetryTimes',
      kind: 'whole',
      min: 0,
      label: 'settings.operation.general.retryTimes',
      hint: 'settings.operation.general.retryTimesHint',
    },
    { key: 'DisplayInCurrencyEnabled', kind: 'switch', label: 'settings.operation.general.currency' },
    { key: 'DisplayTokenStatEnabled', kind: 'switch', label: 'settings.operation.general.tokenStat' },
    { key: 'DefaultCollapseSidebar', kind: 'switch', label: 'settings.operation.general.collapse' },
    { key: 'DemoSiteEnabled', kind: 'switch', label: 'settings.operation.general.demo' },
    {
      key: 'SelfUseModeEnabled',
      kind: 'switch',
      label: 'settings.operation.general.selfUse',
      hint: 'settings.operation.general.selfUseHint',
    },
  ],
};

export const RELAY: CardSpec = {
  id: 'relay',
  title: 'settings.operation.relay.title',
  lead: 'settings.operation.relay.lead',
  save: 'settings.operation.relay.save',
  fields: [
    {
      key: 'FirstTokenTimeout',
      kind: 'number',
      above: 0,
      unit: 'settings.unit.seconds',
      label: 'settings.operation.relay.firstToken',
      hint: 'settings.operation.relay.firstTokenHint',
    },
    {
      key: 'FirstByteTimeout',
      kind: 'number',
      above: 0,
      unit: 'settings.unit.seconds',
      label: 'settings.operation.relay.firstByte',
      hint: 'settings.operation.relay.firstByteHint',
    },
    {
      key: 'LargerContextModels',
      kind: 'json',
      shape: 'texts',
      label: 'settings.operation.relay.largerContext',
      hint: 'settings.operation.relay.largerContextHint',
      template: { 'gpt-4': 'gpt-4-turbo' },
    },
    {
      key: 'AutomaticRetryStatusCodes',
      kind: 'statuses',
      placeholder: '429, 500-503',
      label: 'settings.operation.relay.retryStatuses',
      hint: 'settings.operation.relay.retryStatusesHint',
    },
    {
      key: 'AlwaysIncludeStreamUsage',
      kind: 'switch',
      label: 'settings.operation.relay.streamUsage',
      hint: 'settings.operation.relay.streamUsageHint',
    },
    {
      key: 'StoreTranslatedResponses',
      kind: 'switch',
      label: 'settings.operation.relay.storeResponses',
      hint: 'settings.operation.relay.storeResponsesHint',
    },
    {
      key: 'general_setting.ping_interval_enabled',
      kind: 'switch',
      label: 'settings.operation.relay.pings',
      hint: 'settings.operation.relay.pingsHint',
    },
    {
      key: 'general_setting.ping_interval_seconds',
      kind: 'whole',
      min: 1,
      max: 3600,
      unit: 'settings.unit.seconds',
      label: 'settings.operation.relay.pingSeconds',
    },
  ],
};

export const DRAWING: CardSpec = {
  id: 'drawing',
  title: 'settings.operation.drawing.title',
  lead: 'settings.operation.drawing.lead',
  save: 'settings.operation.drawing.save',
  fields: [
    { key: 'DrawingEnabled', kind: 'switch', label: 'settings.operation.drawing.enabled' },
    { key: 'TaskEnabled', kind: 'switch', label: 'settings.operation.drawing.tasks' },
    { key: 'MjNotifyEnabled', kind: 'switch', label: 'settings.operation.drawing.notify' },
    { key: 'MjAccountFilterEnabled', kind: 'switch', label: 'settings.operation.drawing.accountFilter' },
    { key: 'MjForwardUrlEnabled', kind: 'switch', label: 'settings.operation.drawing.forwardUrl' },
    { key: 'MjModeClearEnabled', kind: 'switch', label: 'settings.operation.drawing.clearModes' },
    { key: 'MjActionCheckSuccessEnabled', kind: 'switch', label: 'settings.operation.drawing.awaitSuccess' },
  ],
};

export const SENSITIVE: CardSpec = {
  id: 'sensitive',
  title: 'settings.operation.sensitive.title',
  lead: 'settings.operation.sensitive.lead',
  save: 'settings.operation.sensitive.save',
  fields: [
    { key: 'CheckSensitiveEnabled', kind: 'switch', label: 'settings.operation.sensitive.enabled' },
    {
      key: 'CheckSensitiveOnPromptEnabled',
      kind: 'switch',
      label: 'settings.operation.sensitive.prompt',
    },
    {
      key: 'SensitiveWords',
      kind: 'lines',
      label: 'settings.operation.sensitive.words',
      hint: 'settings.operation.sensitive.wordsHint',
    },
  ],
};

export const LOGS: CardSpec = {
  id: 'logs',
  title: 'settings.operation.logs.title',
  lead: 'settings.operation.logs.lead',
  save: 'settings.operation.logs.save',
  fields: [{ key: 'LogConsumeEnabled', kind: 'switch', label: 'settings.operation.logs.consume' }],
};

export const BOARD: CardSpec = {
  id: 'board',
  title: 'settings.operation.board.title',
  lead: 'settings.operation.board.lead',
  save: 'settings.operation.board.save',
  fields: [
    { key: 'DataExportEnabled', kind: 'switch', label: 'settings.operation.board.enabled' },
    {
      key: 'DataExportInterval',
      kind: 'whole',
      min: 1,
      unit: 'settings.unit.minutes',
      label: 'settings.operation.board.interval',
      hint: 'settings.operation.board.intervalHint',
    },
    {
      key: 'DataExportDefaultTime',
      kind: 'choice',
      choices: TIME_UNITS.map((value) => ({ value, label: `settings.operation.board.${value}` })),
      label: 'settings.operation.board.defaultTime',
      hint: 'settings.operation.board.defaultTimeHint',
    },
  ],
};

export const MONITORING: CardSpec = {
  id: 'monitoring',
  title: 'settings.operation.monitoring.title',
  lead: 'settings.operation.monitoring.lead',
  save: 'settings.operation.monitoring.save',
  fields: [
    {
      key: 'ChannelDisableThreshold',
      kind: 'number',
      min: 0,
      unit: 'settings.unit.seconds',
      label: 'settings.operation.monitoring.threshold',
      hint: 'settings.operation.monitoring.thresholdHint',
    },
    {
      key: 'QuotaRemindThreshold',
      kind: 'whole',
      min: 0,
      unit: 'settings.unit.tokens',
      money: true,
      label: 'settings.operation.monitoring.remind',
      hint: 'settings.operation.monitoring.remindHint',
    },
    {
      key: 'AutomaticDisableChannelEnabled',
      kind: 'switch',
      label: 'settings.operation.monitoring.disable',
    },
    {
      key: 'AutomaticEnableChannelEnabled',
      kind: 'switch',
      label: 'settings.operation.monitoring.enable',
    },
    {
      key: 'AutomaticDisableStatusCodes',
      kind: 'statuses',
      placeholder: '401, 403',
      label: 'settings.operation.monitoring.disableStatuses',
      hint: 'settings.operation.monitoring.disableStatusesHint',
    },
    {
      key: 'AutomaticDisableKeywords',
      kind: 'lines',
      label: 'settings.operation.monitoring.keywords',
      hint: 'settings.operation.monitoring.keywordsHint',
    },
  ],
};

export const CREDIT: CardSpec = {
  id: 'credit',
  title: 'settings.operation.credit.title',
  lead: 'settings.operation.credit.lead',
  save: 'settings.operation.credit.save',
  fields: [
    {
      key: 'QuotaForNewUser',
      kind: 'whole',
      min: 0,
      unit: 'settings.unit.tokens',
      money: true,
      label: 'settings.operation.credit.newUser',
    },
    {
      key: 'PreConsumedQuota',
      kind: 'whole',
      min: 0,
      unit: 'settings.unit.tokens',
      label: 'settings.operation.credit.preConsumed',
      hint: 'settings.operation.credit.preConsumedHint',
    },
    {
      key: 'FlatHoldEnabled',
      kind: 'switch',
      label: 'settings.operation.credit.flatHold',
      hint: 'settings.operation.credit.flatHoldHint',
    },
    {
      key: 'QuotaForInviter',
      kind: 'whole',
      min: 0,
      unit: 'settings.unit.tokens',
      money: true,
      label: 'settings.operation.credit.inviter',
      hint: 'settings.operation.credit.inviterHint',
    },
    {
      key: 'QuotaForInvitee',
      kind: 'whole',
      min: 0,
      unit: 'settings.unit.tokens',
      money: true,
      label: 'settings.operation.credit.invitee',
      hint: 'settings.operation.credit.inviteeHint',
    },
  ],
};

export const OPERATION_CARDS = [
  GENERAL,
  RELAY,
  DRAWING,
  SENSITIVE,
  LOGS,
  BOARD,
  MONITORING,
  CREDIT,
  CHATS,
  GROUPS,
  GROUP_RULES,
];

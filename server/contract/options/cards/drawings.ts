import { declareCard } from '../declaration.js';

export const drawingCard = declareCard({
  id: 'drawing',
  tab: 'operation',
  title: { zh: '绘图设置', en: 'Drawing' },
  synonyms: 'midjourney image picture callback 绘画 图片 回调',
  lead: {
    zh: '绘图与异步任务：是否开放，以及客户端可以要求什么。',
    en: 'Availability of drawing and other asynchronous tasks.',
  },
  save: { zh: '保存绘图设置', en: 'Save drawing settings' },
  options: {
    DrawingEnabled: { kind: 'boolean', default: true, label: { zh: '启用绘图功能', en: 'Enable drawing' } },
    TaskEnabled: { kind: 'boolean', default: true, label: { zh: '启用任务功能', en: 'Enable tasks' } },
    MjNotifyEnabled: {
      kind: 'boolean',
      default: false,
      label: {
        zh: '允许回调（会泄露服务器 IP 地址）',
        en: 'Allow callbacks (reveals the IP address of the server)',
      },
    },
    MjAccountFilterEnabled: {
      kind: 'boolean',
      default: false,
      label: { zh: '允许 AccountFilter 参数', en: 'Allow the AccountFilter parameter' },
    },
    MjForwardUrlEnabled: {
      kind: 'boolean',
      default: true,
      label: {
        zh: '将图片的上游地址替换为本站地址',
        en: 'Replace upstream image URLs with URLs of this server',
      },
    },
    MjModeClearEnabled: {
      kind: 'boolean',
      default: false,
      label: {
        zh: '清除提示词中的 --fast、--relax 和 --turbo',
        en: 'Remove --fast, --relax and --turbo from prompts',
      },
    },
    MjActionCheckSuccessEnabled: {
      kind: 'boolean',
      default: true,
      label: {
        zh: '绘图成功后才允许放大等操作',
        en: 'Require a successful drawing before upscaling and other actions',
      },
    },
  },
});

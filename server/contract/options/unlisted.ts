import { Role } from '../enums.js';
import type { OptionDeclaration } from './declaration.js';

const ROLES = [
  { value: `${Role.guest}`, label: { zh: '访客', en: 'Guests' } },
  { value: `${Role.user}`, label: { zh: '用户', en: 'Users' } },
  { value: `${Role.admin}`, label: { zh: '管理员', en: 'Administrators' } },
  { value: `${Role.root}`, label: { zh: '超级管理员', en: 'Super administrators' } },
] as const;

/** Options without a card. */
export const unlistedOptions = {
  /** Sent in `/api/status` to clients of the compatible API. */
  ChatLink: { kind: 'text', default: '', root: true, label: { zh: '聊天链接', en: 'Chat link' } },
  /** Sent in `/api/status` to clients of the compatible API. */
  ChatLink2: { kind: 'text', default: '', root: true, label: { zh: '聊天链接 2', en: 'Second chat link' } },
  StopOnSensitiveEnabled: {
    kind: 'boolean',
    default: true,
    storedOnly: true,
    label: { zh: '检测到屏蔽词时停止', en: 'Stop on blocked words' },
  },
  StreamCacheQueueLength: {
    kind: 'integer',
    default: 0,
    min: 0,
    storedOnly: true,
    label: { zh: '流缓存队列长度', en: 'Length of the stream cache' },
  },
  FileUploadPermission: {
    kind: 'choice',
    default: '0',
    storedOnly: true,
    label: { zh: '文件上传权限', en: 'File upload permission' },
    choices: ROLES,
  },
  FileDownloadPermission: {
    kind: 'choice',
    default: '0',
    storedOnly: true,
    label: { zh: '文件下载权限', en: 'File download permission' },
    choices: ROLES,
  },
  ImageUploadPermission: {
    kind: 'choice',
    default: '0',
    storedOnly: true,
    label: { zh: '图片上传权限', en: 'Image upload permission' },
    choices: ROLES,
  },
  ImageDownloadPermission: {
    kind: 'choice',
    default: '0',
    storedOnly: true,
    label: { zh: '图片下载权限', en: 'Image download permission' },
    choices: ROLES,
  },
} as const satisfies Record<string, OptionDeclaration>;

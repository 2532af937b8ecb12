import { type CardSection, declareCard, UPDATED } from '../declaration.js';

const PERSONALIZATION: CardSection = {
  id: 'personalization',
  title: { zh: '个性化设置', en: 'Personalization' },
  lead: {
    zh: '站点的名称、标志与页面，每一项单独保存。',
    en: 'Name, logo and pages of the site. Each is saved separately.',
  },
};

export const releaseCard = declareCard({
  id: 'release',
  tab: 'other',
  section: {
    id: 'info',
    title: { zh: '系统信息', en: 'System' },
    synonyms: 'update upgrade version 更新 升级 版本',
    lead: { zh: '正在运行的版本。', en: 'The running version.' },
  },
  title: { zh: '版本发布地址', en: 'Release URL' },
  save: { zh: '设置版本发布地址', en: 'Set release URL' },
  saved: UPDATED,
  options: {
    /** URL of the latest release in the format of GitHub's API; '' = that of the repository in package.json. */
    ReleaseAddress: {
      kind: 'url',
      default: '',
      root: true,
      wide: true,
      placeholder: 'https://api.github.com/repos/owner/name/releases/latest',
      label: { zh: '版本发布地址', en: 'Release URL' },
      hint: {
        zh: '返回最新版本信息的地址，格式与 GitHub API 相同；留空则使用 package.json 中的源码仓库。',
        en: 'Returns the latest release in the format of the GitHub API. Leave empty for the repository in package.json.',
      },
    },
  },
});

export const noticeCard = declareCard({
  id: 'notice',
  tab: 'other',
  title: { zh: '通用设置', en: 'General' },
  synonyms: 'announcement banner markdown 公告',
  lead: { zh: '向所有访客展示的公告。', en: 'Announcement for all visitors.' },
  save: { zh: '设置公告', en: 'Set notice' },
  saved: { zh: '公告已更新', en: 'Notice updated' },
  failed: { zh: '公告更新失败', en: 'Failed to update the notice' },
  options: {
    Notice: {
      kind: 'text',
      default: '',
      editor: 'markup',
      label: { zh: '公告', en: 'Notice' },
      hint: {
        zh: '支持 Markdown 与 HTML；留空则不显示公告。',
        en: 'Markdown or HTML. Leave empty for no notice.',
      },
    },
  },
});

export const systemNameCard = declareCard({
  id: 'system-name',
  tab: 'other',
  section: PERSONALIZATION,
  title: { zh: '系统名称', en: 'System name' },
  synonyms: 'brand title 品牌 标题',
  save: { zh: '设置系统名称', en: 'Set system name' },
  saved: { zh: '系统名称已更新', en: 'System name updated' },
  failed: { zh: '系统名称更新失败', en: 'Failed to update the system name' },
  options: {
    SystemName: { kind: 'text', default: 'AI Gateway', label: { zh: '系统名称', en: 'System name' } },
  },
});

export const logoCard = declareCard({
  id: 'logo',
  tab: 'other',
  section: PERSONALIZATION,
  title: { zh: 'Logo 图片地址', en: 'Logo URL' },
  synonyms: 'brand icon favicon theme 图标 品牌',
  save: { zh: '设置 Logo', en: 'Set logo' },
  saved: { zh: 'Logo 已更新', en: 'Logo updated' },
  failed: { zh: 'Logo 更新失败', en: 'Failed to update the logo' },
  options: {
    Logo: {
      kind: 'image',
      default: '',
      root: true,
      placeholder: 'https://example.com/logo.png',
      label: { zh: 'Logo 图片地址', en: 'Logo URL' },
    },
  },
});

export const accentCard = declareCard({
  id: 'accent',
  tab: 'other',
  section: PERSONALIZATION,
  title: { zh: '主题色', en: 'Accent color' },
  synonyms: 'brand theme palette colour dark light 颜色 品牌 主题 配色',
  save: { zh: '设置主题色', en: 'Set accent color' },
  saved: { zh: '主题色已更新', en: 'Accent color updated' },
  failed: { zh: '主题色更新失败', en: 'Failed to update the accent color' },
  options: {
    /** '' = the built-in colour. */
    AccentColor: {
      kind: 'color',
      default: '',
      wide: true,
      placeholder: '#0f766e',
      label: { zh: '主题色', en: 'Accent color' },
      hint: {
        zh: '按钮、链接、选中项和焦点框的颜色，格式为 #rrggbb；留空则使用内置颜色。浅色与深色主题会分别调整明暗，使文字对比度不低于 4.5:1。',
        en: 'Color of buttons, links, selected items and the focus ring, as #rrggbb. Leave empty for the built-in color. Each theme uses a lighter or darker shade of it, so that texts keep a contrast of 4.5:1.',
      },
    },
  },
});

export const homeCard = declareCard({
  id: 'home',
  tab: 'other',
  section: PERSONALIZATION,
  title: { zh: '首页内容', en: 'Home page' },
  synonyms: 'landing welcome 首页',
  save: { zh: '设置首页内容', en: 'Set home page' },
  saved: { zh: '首页内容已更新', en: 'Home page updated' },
  failed: { zh: '首页内容更新失败', en: 'Failed to update the home page' },
  options: {
    HomePageContent: {
      kind: 'text',
      default: '',
      editor: 'page',
      label: { zh: '首页内容', en: 'Home page' },
      hint: {
        zh: '支持 Markdown 与 HTML；填写一个链接则以内嵌页面显示，仅超级管理员可填写链接。',
        en: 'Markdown, HTML, or a URL that is shown in a frame. Only super administrators can enter a URL.',
      },
    },
  },
});

export const aboutCard = declareCard({
  id: 'about',
  tab: 'other',
  section: PERSONALIZATION,
  title: { zh: '关于', en: 'About' },
  synonyms: 'imprint contact terms 关于 联系',
  save: { zh: '设置关于', en: 'Set about page' },
  saved: { zh: '关于内容已更新', en: 'About page updated' },
  failed: { zh: '关于内容更新失败', en: 'Failed to update the about page' },
  options: {
    About: {
      kind: 'text',
      default: '',
      editor: 'page',
      label: { zh: '关于', en: 'About' },
      hint: {
        zh: '支持 Markdown 与 HTML；填写一个链接则以内嵌页面显示，仅超级管理员可填写链接。',
        en: 'Markdown, HTML, or a URL that is shown in a frame. Only super administrators can enter a URL.',
      },
    },
  },
});

export const footerCard = declareCard({
  id: 'footer',
  tab: 'other',
  section: PERSONALIZATION,
  title: { zh: '页脚', en: 'Footer' },
  synonyms: 'imprint icp legal 备案 页脚',
  save: { zh: '设置页脚', en: 'Set footer' },
  saved: { zh: '页脚内容已更新', en: 'Footer updated' },
  failed: { zh: '页脚内容更新失败', en: 'Failed to update the footer' },
  options: {
    Footer: {
      kind: 'text',
      default: '',
      editor: 'markup',
      rows: [3, 10],
      label: { zh: '页脚', en: 'Footer' },
      hint: { zh: '支持 HTML；留空则使用默认页脚。', en: 'HTML. Leave empty for the default footer.' },
    },
  },
});

/** Paths and headers of a custom channel, and the test before saving. */
export const channelUpstream = {
  title: '路径与请求头',
  lead: '填写路径后，地址只写到路径之前，未填写路径的接口不会被使用；都不填时，地址就是完整的请求 URL。路径可包含 {model}。',
  auth: '密钥的发送方式',
  auths: {
    bearer: 'Authorization: Bearer',
    'api-key': 'api-key',
    'x-api-key': 'x-api-key',
    header: '自定义请求头',
    none: '不发送（仅用下面的请求头）',
  },
  authHeader: '请求头名称',
  headers: '附加请求头',
  headersHint: '每行一个，格式为“名称: 值”，值中的 {key} 会替换为密钥。',
  paths: '路径',
  path: {
    chat: '对话 chat',
    completions: '补全 completions（旧）',
    responses: '响应 responses',
    messages: 'Claude messages',
    embeddings: '向量 embeddings',
    moderations: '审核 moderations',
    rerank: '重排 rerank',
    images: '画图 images',
    images_edit: '改图 images_edit',
    speech: '语音合成 speech',
    transcription: '语音识别 transcription',
    translation: '语音翻译 translation',
    models: '模型列表 models',
  },
  bad: '格式不正确，或不允许使用',
} as const;

export const unsavedTest = {
  title: '保存前测试',
  run: '测试当前表单',
  hint: '按表单内容向上游发送一个小请求，不保存也不记录日志，可能产生少量费用。',
  works: '测试通过，耗时 {{time}} 秒',
  failed: '测试失败',
  status: '状态码 {{status}}',
  noStatus: '没有收到回应',
} as const;

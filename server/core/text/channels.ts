import { defineTexts } from './define.js';

export const channelTexts = defineTexts({
  channel_not_found: '渠道不存在',
  channel_incomplete: '请填写渠道名称和渠道密钥！',
  channel_keys_too_many: '一次最多创建 {most} 个渠道',
  channel_key_needed: '修改渠道的类型、地址或代理时，必须重新填写密钥',
  channel_key_missing: '请填写密钥',
  channel_one_key: '编辑渠道时只能填写一个密钥',
  channel_without_models: '请至少选择一个模型！',
  channel_model_too_long: '模型名称过长: {model}',
  channel_mapping_not_json: '模型映射必须是合法的 JSON 格式！',
  channel_mapping_cycle: 'model_mapping_contains_cycle',
  channel_field_not_json: '不是合法的 JSON 字符串',
  channel_region_missing: '部署地区不能为空',
  channel_region_without_default: '部署地区必须包含default字段',
  channel_parameters: '参数错误',
  channel_tag_missing: 'tag不能为空',
  channel_balances_running: '余额更新已在运行中',
  inquiry_unsupported: '尚未实现',
  upstream_inquiry_failed: '{detail}',
  channel_tests_running: '测试已在运行中',
});

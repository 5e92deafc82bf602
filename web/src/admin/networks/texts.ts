import { defineTexts } from '../../ui/define-texts.ts';

export const t = defineTexts({
  current: '受限的网段和设备',
  none: '没有受限的网段和设备',
  ended: '结束了的',
  accounts: '看这里的账号',
  review: '去复核',

  title: '限制网段或设备',
  of: '对象',
  kind: { network: '网段', device: '设备' },
  value: { network: '网段，如 203.0.113.0/24', device: '设备编号（在用户页可以看到）' },
  rule: '网段最大 /16（IPv6 /32）。最长 90 天。',
  measure: '措施',
  duration: '期限',
  members: '连老账号一起',
  onlyNew: '只限制游客和这之后注册的账号，老账号照常。',
  text: '给用户的话，写上能联系到你们的地方',
  letter: '这里近来有人反复违规。如有误会，请到群里联系管理员。',
  reason: '理由（记进操作记录）',
  needsSecond: '封号和 30 天以上要两人同意',
  effect: {
    mute: '新账号不能聊天，用常用语照常。',
    unrated: '新账号不能排位，休闲和人机照常。',
    close: '不能注册，游客不能进，新账号不能登录。',
  },
  act: { mute: '禁言 {{duration}}', unrated: '停排位 {{duration}}', close: '停用 {{duration}}' },
  done: '{{origin}}已限制',
  pending: '{{origin}}等人复核',

  use: {
    title: '近 7 天的账号',
    counts: '近 7 天有 {{members}} 个账号、{{guests}} 个游客',
    none: '近 7 天没有账号来过',
    common: '人很多，可能是学校、公司或运营商的出口，请先考虑只限制设备。',
    seen: '{{at}} 来过',
    since: '{{day}}注册',
    closed: '已封',
    guest: '游客',
  },
});

import { defineTexts } from '../../ui/define-texts.ts';

export const t = defineTexts({
  title: '值守名单',
  none: '还没有值守',
  column: { person: '用户', username: '账号', role: '职务', factor: '验证器', act: '' },
  role: { moderator: '值守', operator: '管理员' },
  meaning: {
    moderator: '看举报、处理用户、答复申诉',
    operator: '另可复核别人的处理、任免值守',
  },
  hasFactor: '已设好',
  noFactor: '还没设',
  you: '自己',
  end: '免职',
  appoint: {
    title: '任命',
    search: '账号或昵称',
    none: '没有找到这位用户',
    role: '职务',
    reason: '理由（记进操作记录）',
    act: '任命为{{role}}',
    end: '免去{{name}}的职务',
    cancel: '取消',
    done: '{{name}}已任命',
    ended: '{{name}}已免职',
    choose: '选一位',
  },
  invitation: {
    title: '给{{name}}的邀请',
    text: '把它私下交给本人，48 小时内有效，用一次就失效，离开这一页后不再显示。本人在登录页选“第一次登录”来设置验证器。',
    copy: '复制',
    copied: '邀请已复制',
    close: '收好了',
  },
});

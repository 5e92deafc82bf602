import { defineTexts } from '../../ui/define-texts.ts';

export const t = defineTexts({
  title: '设置',
  retry: '重试',
  guest: {
    title: '游客账号',
    hint: '不登录满 30 天，账号和战绩会清空。注册后昵称、战绩和设置都留着。',
  },
  version: '版本 {{version}}',
  avatar: {
    title: '头像',
    hint: '点一个换上，好友和对手马上看到',
    updated: '头像已更新',
    failed: '头像更新失败',
    failedBecause: '头像更新失败：{{reason}}',
    loadFailed: '头像列表加载失败',
  },
  password: {
    title: '修改密码',
    hint: '改好后，其他设备和窗口要重新登录',
    old: '原密码',
    new: '新密码',
    confirm: '确认新密码',
    rule: '8–72 位',
    fillAll: '请填写所有密码字段',
    differ: '两次输入的新密码不一致',
    submit: '修改密码',
    changed: '密码已修改，其他设备已退出登录',
    failed: '密码修改失败',
  },
  preferences: { title: '对局偏好', hint: '只在这台设备上生效' },
  toThemes: '换一副棋盘',
  toLetters: '通知',
  toUnread: '通知 · {{count}} 封未读',
});

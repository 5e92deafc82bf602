import { defineTexts } from '../../../ui/define-texts.ts';

export const t = defineTexts('account', {
  title: '账号',
  hint: '只有你自己看得到',
  loadFailed: '账号信息加载失败',
  retry: '重试',
  failed: '没有办成，请稍后再试',
  password: '密码',
  nickname: {
    label: '昵称',
    hint: '{{name}} · 30 天可以改一次',
    later: '{{name}} · {{day}}以后可以再改',
    change: '改昵称',
    ask: '改昵称',
    askHint: '30 天只能改一次，好友和对手马上看到新名字。',
    submit: '改好了',
    changed: '昵称已改',
  },
  devices: {
    title: '登录的设备',
    hint: '看看哪些设备上登着这个账号',
    show: '查看',
    this: '这台设备 · {{since}}登录',
    seen: '最近使用 {{seen}} · {{since}}登录',
    end: '退出',
    endOthers: '退出其他设备',
    ended: '已退出登录',
  },
  data: {
    title: '我的数据',
    hint: '资料、好友、私聊、等级分和全部棋谱，一个 JSON 文件',
    download: '下载',
    failed: '数据没有下载全，请重试',
    file: '斗兽棋数据',
  },
  leaving: {
    title: '注销账号',
    hint: '7 天后清空，期间登录就不注销',
    ask: '注销',
    askHint:
      '所有设备马上退出。7 天后好友、私聊和战绩都会清空，对手棋谱里的名字变成“已注销”。7 天内登录可以留下账号。',
    submit: '注销账号',
    asked: '账号将在{{day}}注销，之前登录可以留下',
  },
  recovery: {
    title: '恢复码',
    left: '还有 {{count}} 个，忘了密码时用',
    none: '一个也没有了，忘了密码就找不回账号',
    renew: '换一组',
    ask: '换一组恢复码',
    askHint: '原来的恢复码全部作废。',
  },
});

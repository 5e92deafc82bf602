import { defineTexts } from '../ui/define-texts.ts';

export const t = defineTexts({
  session: {
    logIn: '登录',
    register: '注册',
    expired: '登录已过期，请重新登录',
    guestExpired: '游客身份已退出，注册过请登录',
    loggedOut: '已退出登录',
    logOut: '退出',
    needed: '请先登录',
  },

  call: {
    turn: '轮到你了',
    invited: '{{name}} 邀请你对局',
    challenged: '{{name}} 向你挑战',
    message: '有新私信',
    friendRequest: '{{name}} 想加你为好友',
  },
  name: '斗兽棋',
  loading: '请稍候',
  home: '首页',
  backHome: '返回首页',
  toPlay: '返回对弈',
  ownPage: '我的棋手页',
  offline: '网络已断开，恢复后会自动继续',
  offlineEntrance: '没有网络：人机对战、同屏双人和分析照常可用',
  toDark: '换成夜间',
  toLight: '换成日间',
  error: {
    title: '这一页出错了',
    text: '可以重试，或先回首页。',
    retry: '重新加载',
    part: '没有加载成功，请稍后重新加载',
  },
  needsNetwork: {
    title: '这一页需要网络',
    text: '现在没有网络。联网后再试，或先下一局同屏双人。',
    local: '同屏双人',
    learn: '学棋',
  },
  notFound: {
    title: '山里没有这条路',
    text: '链接可能写错了，或页面已经搬走。',
  },
});

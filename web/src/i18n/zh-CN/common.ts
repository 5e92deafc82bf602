export const common = {
  app: {
    name: '斗兽棋',
    soon: '筹备中',
    loading: '请稍候',
    offline: '网络已断开，恢复后会自动继续',
    offlineEntrance: '没有网络：同屏双人和分析照常可用',
    toDark: '换成夜间',
    toLight: '换成日间',
    error: {
      title: '这一页出错了',
      text: '可以重试，或先回首页。',
      retry: '重新加载',
      home: '返回首页',
    },
    needsNetwork: {
      title: '这一页需要网络',
      text: '现在没有网络。联网后再试，或先下一局同屏双人。',
      local: '同屏双人',
    },
    notFound: {
      title: '山里没有这条路',
      text: '链接可能写错了，或页面已经搬走。',
    },
  },
  ui: {
    copyFailed: '复制失败，请手动复制',
    confirmTitle: '确认',
    ok: '确定',
    cancel: '取消',
    close: '关闭',
    more: '往下还有',
    showPassword: '显示密码',
    hidePassword: '隐藏密码',
    page: '第 {{page}} 页',
    previousPage: '上一页',
    nextPage: '下一页',
  },
} as const;

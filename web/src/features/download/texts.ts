import { defineTexts } from '../../ui/define-texts.ts';

/** Texts of the page that offers the analysis service. */
export const t = defineTexts({
  title: '本机引擎',
  back: '回到分析',
  lead: '把神秘小狗请到自己的电脑上',
  text: '分析在本机计算，比网页里的引擎看得更远，也不占流量。局面只在你的电脑上，不会上传。',
  yours: '你的系统',
  getFor: { windows: '下载', linux: '下载', 'macos-arm64': '苹果芯片', 'macos-x64': 'Intel 芯片' },
  sum: 'SHA-256',
  copySum: '复制校验码',
  sumCopied: '校验码已复制',
  systems: {
    windows: { name: 'Windows', needs: '10 及以上，64 位' },
    macos: { name: 'macOS', needs: '13.5 及以上，两种芯片' },
    linux: { name: 'Linux', needs: 'x64，glibc 2.28 及以上' },
  },
  version: '版本 {{version}}',
  none: {
    title: '本站暂不提供下载',
    titleFor: '本站暂不提供 {{system}} 的下载',
    system: '本站没有它的下载包。',
    text: '网页里的引擎照样可以分析。想看得更深，有本站源码的话，可以在源码目录里用一行命令启动同一个引擎：',
  },
  failed: {
    title: '下载列表没有加载出来',
    text: '请检查网络，再试一次。',
    offline: '现在没有网络，连上后再试。',
  },
  retry: '再试一次',
  loading: '正在加载下载列表…',
  start: {
    title: '怎么启动',
    unpack: '解压到任意文件夹',
    unpackText: '不用安装，删掉文件夹就是卸载。',
    doubleClick: '双击 dsq-analysis.exe',
    terminal: '在终端里进入这个文件夹，运行',
    orTerminal: '或者在终端里运行：',
    note: {
      windows:
        '程序没有购买签名证书，Windows 可能提示“已保护你的电脑”：点“更多信息”，再点“仍要运行”。先用校验码核对更放心。',
      macos:
        '程序没有经过苹果公证，从网上下载后系统不让它运行；命令的前一半就是放行这个文件夹。先用校验码核对更放心。',
      linux: '解压后就可以运行，不需要安装任何东西。',
    },
    copy: '复制命令',
    copied: '命令已复制',
    back: '回到分析页，打开智能分析，选“本机引擎”',
    backText:
      '只接受本机的连接；关掉窗口就停止。浏览器询问能否访问本机时请允许；Safari 可能不允许网页连接本机，请换用 Chrome、Edge 或 Firefox。',
  },
  service: {
    title: '连接状态',
    every: '端口 {{port}} · 每 5 秒检测一次',
    looking: '正在检测…',
    away: '没有找到本机引擎',
    awayText: '启动之后这里会自己变绿，不用刷新。',
    again: '再检测一次',
    there: '本机引擎已就绪',
    details: '版本 {{version}} · 同时 {{threads}} 个分析',
    speed: '每秒 {{speed}} 万局面',
    analyze: '去分析',
    port: 'macOS 的“隔空播放接收器”也用端口 {{port}}：启动不了时，请在“系统设置 → 通用 → 隔空投送与接力”里把它关掉。',
  },
  phone: {
    title: '在电脑上才能用',
    text: '本机引擎支持 Windows、macOS、Linux。把这页的地址发到电脑上打开即可。',
    copy: '复制地址',
    copied: '地址已复制',
    review: '手机上也能看棋',
    reviewText: '复盘用网页里的引擎，看得浅一些，但失误都找得出来。',
    goReview: '去复盘',
  },
});

import { defineTexts } from '../ui/define-texts.ts';

/** Reasons for the login dialog. */
export const t = defineTexts({
  why: {
    seek: '找对手需要登录，对局和等级分记在你名下。登录后马上开始找。',
    rated: '排位要有账号，注册后接着排。',
    keep: '登录后回到这一局。',
    room: '好友房间需要登录，对手才知道你是谁。登录后接着进房间。',
    watch: '入座和聊天需要登录。登录后回到这间房。',
    computer: '人机对战需要登录，存下的对局记在你名下。登录后去选对手。',
    accept: '应战需要登录，对方才知道和谁下。登录后马上应战。',
    challenge: '发起挑战需要登录，别人才知道和谁下。登录后接着发起。',
    save: '保存棋谱需要登录，棋谱存进你的战绩。登录后自动保存这一局。',
    friends: '好友需要登录，朋友才找得到你。登录后打开好友列表。',
    history: '战绩记在账号里，登录后才能看。登录后打开战绩。',
    record: '这一局在你的战绩里，登录后才能打开。登录后回到这一局。',
    themes: '棋盘主题存在账号里，换设备也在。登录后去挑一套。',
    settings: '头像和密码属于账号，登录后才能改。登录后打开设置。',
    tournament: '看赛程、报名、办比赛都要登录。登录后接着来。',
    enter: '参加比赛要有账号，成绩记在你名下。之后接着报名。',
    talk: '说话需要登录，大家才知道是谁。登录后回到赛场。',
    download: '下载本机引擎需要登录。登录后回到下载页。',
    ladder: '好友榜需要登录，才知道谁是你的好友。登录后回到天梯。',
    puzzle: '题分和错题记在账号里。登录后回到这一题。',
    letters: '通知写给你的账号，登录后才能看。登录后接着打开。',
    lobby: '在大厅说话需要登录，大家才知道是谁。登录后回到首页。',
  },
});

/** Key of the reason for the login dialog. */
export type LoginReason = Parameters<typeof t>[0] extends infer K
  ? K extends `why.${infer Why}`
    ? Why
    : never
  : never;
